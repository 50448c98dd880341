<?php

declare( strict_types=1 );

namespace Pasarela\WooCommerce;

/** Receives webhooks at /wc-api/pasarela. An event only says that something happened: what is so is read from the server. */
final class Webhook_Route {

	private const MAX_BYTES = 262_144;

	public static function answer(): void {
		[ $status, $text ] = self::receive();
		status_header( $status );
		nocache_headers();
		header( 'Content-Type: text/plain; charset=utf-8' );
		echo esc_html( $text );
		exit;
	}

	/** @return array{int, string} */
	private static function receive(): array {
		$gateway = Gateway::current();
		$body    = (string) file_get_contents( 'php://input', false, null, 0, self::MAX_BYTES + 1 );
		if ( 'POST' !== ( $_SERVER['REQUEST_METHOD'] ?? '' ) || strlen( $body ) > self::MAX_BYTES ) {
			return array( 400, 'Send a webhook.' );
		}
		$headers = array();
		foreach ( array( 'webhook-id', 'webhook-timestamp', 'webhook-signature' ) as $name ) {
			$headers[ $name ] = (string) wp_unslash( $_SERVER[ 'HTTP_' . strtoupper( strtr( $name, '-', '_' ) ) ] ?? '' );
		}
		try {
			$event = \Pasarela\Webhook::verify( $body, $headers, $gateway->webhook_secret() );
		} catch ( \Pasarela\WebhookError $error ) {
			return array( 400, $error->getMessage() );
		}
		if ( true === ( $event['sample'] ?? false ) ) {
			return array( 200, 'The sample arrived.' );
		}
		$order_id  = (string) ( $event['metadata']['woocommerce_order'] ?? '' );
		$reference = (string) ( $event['transactionId'] ?? '' );
		$shop      = (string) ( $event['metadata']['woocommerce_shop'] ?? '' );
		if ( ! ctype_digit( $order_id ) || '' === $reference || Gateway::shop() !== $shop ) {
			return array( 200, 'Not of this shop.' );
		}
		$order = wc_get_order( (int) $order_id );
		if ( ! $order instanceof \WC_Order || 'pasarela' !== $order->get_payment_method() ) {
			return array( 200, 'Not of this shop.' );
		}
		try {
			$gateway->refresh( (int) $order_id, $reference );
			return array( 200, 'ok' );
		} catch ( \Throwable $error ) {
			wc_get_logger()->error( "Webhook {$headers['webhook-id']}: " . $error->getMessage(), array( 'source' => 'pasarela' ) );
			// Sent again later.
			return array( 503, 'The charge cannot be read now.' );
		}
	}
}
