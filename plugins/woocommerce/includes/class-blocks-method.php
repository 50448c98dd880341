<?php

declare( strict_types=1 );

namespace Pasarela\WooCommerce;

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

/** The same gateway in the checkout of blocks. */
final class Blocks_Method extends AbstractPaymentMethodType {

	protected $name = 'pasarela';

	public function initialize(): void {
		$this->settings = get_option( 'woocommerce_pasarela_settings', array() );
	}

	public function is_active(): bool {
		return Gateway::current()->is_available();
	}

	/** @return string[] */
	public function get_payment_method_script_handles(): array {
		wp_register_script( 'pasarela-blocks', plugins_url( 'assets/blocks.js', PASARELA_FILE ), array( 'wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities' ), PASARELA_VERSION, true );
		return array( 'pasarela-blocks' );
	}

	/** @return array<string, mixed> */
	public function get_payment_method_data(): array {
		$gateway = Gateway::current();
		return array(
			'title'       => $gateway->get_title(),
			'description' => $gateway->get_description(),
			'supports'    => $gateway->supports,
		);
	}
}
