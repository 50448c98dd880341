<?php

declare( strict_types=1 );

namespace Pasarela;

/** Checks webhooks by Standard Webhooks 1.0, as the server signs them. */
final class Webhook {

	/**
	 * The event, if the secret signed it within the last minutes. The same event may come again: `eventId` tells.
	 *
	 * @param string                $body    Exactly as it arrived, before any parser.
	 * @param array<string, string> $headers With names in lower case.
	 * @return array<string, mixed>
	 */
	public static function verify( string $body, array $headers, string $secret, int $toleranceSeconds = 300, ?int $now = null ): array {
		$id   = $headers['webhook-id'] ?? '';
		$time = $headers['webhook-timestamp'] ?? '';
		if ( '' === $id || ! ctype_digit( $time ) || strlen( $time ) > 12 ) {
			throw new WebhookError( 'The webhook has no signature.' );
		}
		if ( abs( ( $now ?? time() ) - (int) $time ) > $toleranceSeconds ) {
			throw new WebhookError( 'The webhook is too old, or the clock of this server is wrong.' );
		}
		$expected = 'v1,' . self::sign( "$id.$time.$body", $secret );
		foreach ( explode( ' ', $headers['webhook-signature'] ?? '' ) as $signature ) {
			if ( hash_equals( $expected, $signature ) ) {
				$event = json_decode( $body, true );
				if ( ! is_array( $event ) ) {
					throw new WebhookError( 'The webhook is no JSON object.' );
				}
				return $event;
			}
		}
		throw new WebhookError( 'The webhook was not signed by this secret.' );
	}

	/**
	 * The headers of a webhook, as the server would send them: for tests of a receiver.
	 *
	 * @return array<string, string>
	 */
	public static function headers( string $body, string $secret, string $id, ?int $now = null ): array {
		$time = (string) ( $now ?? time() );
		return array(
			'webhook-id'        => $id,
			'webhook-timestamp' => $time,
			'webhook-signature' => 'v1,' . self::sign( "$id.$time.$body", $secret ),
		);
	}

	private static function sign( string $text, string $secret ): string {
		$key = str_starts_with( $secret, 'whsec_' ) ? base64_decode( substr( $secret, 6 ), true ) : false;
		if ( false === $key || strlen( $key ) < 24 ) {
			throw new WebhookError( 'A webhook secret begins with "whsec_".' );
		}
		return base64_encode( hash_hmac( 'sha256', $text, $key, true ) );
	}
}
