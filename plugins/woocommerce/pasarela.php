<?php
/**
 * Plugin Name:          Pasarela for WooCommerce
 * Description:          Take cards, local payment methods and USDT through your own Pasarela installation.
 * Version:              0.2.0
 * Requires at least:    6.5
 * Requires PHP:         8.1
 * Requires Plugins:     woocommerce
 * WC requires at least: 9.0
 * WC tested up to:      9.5
 * License:              GPL-2.0-or-later
 * License URI:          https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:          pasarela
 * Domain Path:          /languages
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

define( 'PASARELA_FILE', __FILE__ );
define( 'PASARELA_VERSION', '0.2.0' );

add_action(
	'before_woocommerce_init',
	static function (): void {
		foreach ( array( 'custom_order_tables', 'cart_checkout_blocks' ) as $feature ) {
			Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( $feature, PASARELA_FILE, true );
		}
	}
);

add_action(
	'plugins_loaded',
	static function (): void {
		if ( ! class_exists( 'WC_Payment_Gateway' ) ) {
			return;
		}
		require_once __DIR__ . '/client/autoload.php';
		foreach ( array( 'countries', 'class-order-lock', 'class-order-state', 'class-gateway', 'class-webhook-route' ) as $file ) {
			require_once __DIR__ . "/includes/$file.php";
		}
		add_filter( 'woocommerce_payment_gateways', static fn ( array $gateways ) => array( ...$gateways, Pasarela\WooCommerce\Gateway::class ) );
		add_action( 'woocommerce_api_pasarela', array( Pasarela\WooCommerce\Webhook_Route::class, 'answer' ) );
		add_action( 'woocommerce_before_thankyou', array( Pasarela\WooCommerce\Gateway::class, 'customer_returned' ) );
		add_filter(
			'plugin_action_links_' . plugin_basename( PASARELA_FILE ),
			static fn ( array $links ) => array(
				sprintf( '<a href="%s">%s</a>', esc_url( admin_url( 'admin.php?page=wc-settings&tab=checkout&section=pasarela' ) ), esc_html__( 'Settings', 'pasarela' ) ),
				...$links,
			)
		);
		add_action(
			'woocommerce_blocks_payment_method_type_registration',
			static function ( $registry ): void {
				require_once __DIR__ . '/includes/class-blocks-method.php';
				$registry->register( new Pasarela\WooCommerce\Blocks_Method() );
			}
		);
	}
);

/** Spanish serves every Spanish-speaking country, and Portuguese that of Brazil and Portugal. */
add_action(
	'init',
	static function (): void {
		$language = strtok( determine_locale(), '_' );
		$file     = array( 'es' => 'es', 'pt' => 'pt_BR' )[ $language ] ?? null;
		if ( null !== $file ) {
			load_textdomain( 'pasarela', __DIR__ . "/languages/pasarela-$file.mo", determine_locale() );
		}
	},
	0
);
