<?php
/** Does one thing in the site and prints what came of it as JSON: `php act.php <what> <JSON>`. */

declare( strict_types=1 );

$what  = (string) $argv[1];
$given = json_decode( $argv[2] ?? '{}', true, 16, JSON_THROW_ON_ERROR );
if ( 'install' === $what ) {
	define( 'WP_INSTALLING', true );
}
require __DIR__ . '/wordpress.php';
ob_start();
require ABSPATH . 'wp-settings.php';
$result = match ( $what ) {
	'install'  => install( $given ),
	'prepare'  => prepare( $given ),
	'settings' => settings( $given ),
	'order'    => order( $given ),
	'refund'   => refund( $given ),
	'change'   => change( $given ),
	'text'     => __( 'Payment method', 'pasarela' ),
};
ob_end_clean();
echo json_encode( $result, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE );

function install( array $given ): bool {
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	add_filter( 'pre_wp_mail', '__return_false' );
	wp_install( 'Café Bogotá', 'owner', 'owner@shop.example', false, '', 'pw' );
	update_option( 'active_plugins', array( 'woocommerce/woocommerce.php', 'pasarela/pasarela.php' ) );
	update_option( 'permalink_structure', '/%postname%/' );
	return true;
}

function prepare( array $given ): array {
	WC_Install::install();
	foreach ( array( 'woocommerce_default_country' => 'CO', 'woocommerce_currency' => 'USD', 'woocommerce_coming_soon' => 'no', 'woocommerce_custom_orders_table_enabled' => 'yes', 'woocommerce_enable_guest_checkout' => 'yes', 'woocommerce_feature_custom_order_tables_enabled' => 'yes' ) as $name => $value ) {
		update_option( $name, $value );
	}
	wc_get_container()->get( Automattic\WooCommerce\Internal\DataStores\Orders\DataSynchronizer::class )->create_database_tables();
	$product = new WC_Product_Simple();
	$product->set_props( array( 'name' => 'Café', 'regular_price' => '12.50', 'virtual' => true, 'status' => 'publish' ) );
	$product->save();
	$page = wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Classic', 'post_name' => 'classic', 'post_content' => '[woocommerce_checkout]' ) );
	flush_rewrite_rules();
	return array( 'product' => $product->get_id(), 'page' => $page );
}

function settings( array $given ): array {
	update_option( 'woocommerce_pasarela_settings', $given );
	$gateway = Pasarela\WooCommerce\Gateway::current();
	return array( 'fault' => $gateway->connection_fault(), 'available' => $gateway->is_available(), 'needsSetup' => $gateway->needs_setup() );
}

function order( array $given ): array {
	$order = wc_get_order( $given['id'] );
	return array(
		'status'    => $order->get_status(),
		'paid'      => null !== $order->get_date_paid(),
		'total'     => $order->get_total(),
		'refunded'  => wc_format_decimal( $order->get_total_refunded(), 2 ),
		'refunds'   => count( $order->get_refunds() ),
		'reference' => $order->get_meta( Pasarela\WooCommerce\Order_State::REFERENCE ),
		'notes'     => array_reverse( array_map( static fn ( $note ) => wp_strip_all_tags( $note->content ), wc_get_order_notes( array( 'order_id' => $given['id'] ) ) ) ),
		'table'     => Automattic\WooCommerce\Utilities\OrderUtil::custom_orders_table_usage_is_enabled(),
	);
}

function refund( array $given ): array {
	$made = wc_create_refund( array( 'order_id' => $given['id'], 'amount' => $given['amount'], 'reason' => $given['reason'] ?? '', 'refund_payment' => true ) );
	return is_wp_error( $made ) ? array( 'error' => $made->get_error_message() ) : array( 'refund' => $made->get_id() );
}

/** The shop's owner changes the order after the customer went to the payment page. */
function change( array $given ): array {
	$order = wc_get_order( $given['id'] );
	$order->set_total( $given['total'] );
	$order->save();
	$_GET['pay_for_order'] = true;
	return Pasarela\WooCommerce\Gateway::current()->process_payment( $given['id'] );
}
