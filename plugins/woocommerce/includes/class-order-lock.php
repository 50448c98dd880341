<?php

declare( strict_types=1 );

namespace Pasarela\WooCommerce;

/** One process at a time works on an order: the webhook and the customer's return come together. */
final class Order_Lock {

	private const HELD_SECONDS = 60;
	private const WAIT_SECONDS = 10;

	/**
	 * @template T
	 * @param callable(\WC_Order): T $work Gets the order as it is stored now.
	 * @return T
	 */
	public static function with( int $order_id, callable $work ): mixed {
		global $wpdb;
		$name  = "pasarela_lock_$order_id";
		$until = microtime( true ) + self::WAIT_SECONDS;
		// A row is inserted once, whoever asks: unlike a read followed by a write.
		while ( 1 !== (int) $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO $wpdb->options (option_name, option_value, autoload) VALUES (%s, %s, 'off')", $name, (string) time() ) ) ) {
			// A process that was killed leaves its lock behind.
			$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name = %s AND option_value < %s", $name, (string) ( time() - self::HELD_SECONDS ) ) );
			if ( microtime( true ) > $until ) {
				throw new \RuntimeException( "Order $order_id is being worked on." );
			}
			usleep( 50_000 );
		}
		try {
			// What this process read before it waited is no longer so.
			wc_get_container()->get( \Automattic\WooCommerce\Caches\OrderCache::class )->remove( $order_id );
			clean_post_cache( $order_id );
			$order = wc_get_order( $order_id );
			if ( ! $order instanceof \WC_Order ) {
				throw new \RuntimeException( "There is no order $order_id." );
			}
			return $work( $order );
		} finally {
			$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name = %s", $name ) );
		}
	}
}
