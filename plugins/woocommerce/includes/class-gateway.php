<?php

declare( strict_types=1 );

namespace Pasarela\WooCommerce;

use Pasarela\ApiError;
use Pasarela\Client;
use Pasarela\ConnectionError;

/** "Pay with Pasarela": the customer is led to the hosted payment page, and comes back to the order. */
final class Gateway extends \WC_Payment_Gateway {

	private const CHECKOUT_URL = '_pasarela_checkout_url';
	private const ASKED        = '_pasarela_asked';
	private const OPEN_REFUND  = '_pasarela_open_refund';

	public function __construct() {
		$this->id                 = 'pasarela';
		$this->method_title       = 'Pasarela';
		$this->method_description = __( 'Cards, local payment methods and USDT, on the payment page of your own Pasarela installation.', 'pasarela' );
		$this->has_fields         = false;
		$this->supports           = array( 'products', 'refunds' );
		$this->init_form_fields();
		$this->init_settings();
		$this->title       = $this->get_option( 'title' );
		$this->description = $this->get_option( 'description' );
		add_action( "woocommerce_update_options_payment_gateways_{$this->id}", array( $this, 'process_admin_options' ) );
	}

	/** With the settings as they are now. */
	public static function current(): self {
		return new self();
	}

	public function init_form_fields(): void {
		$methods = array( 'ALL' => __( 'The customer chooses on the payment page', 'pasarela' ) );
		foreach ( array_keys( Client::CATEGORIES ) as $code ) {
			$methods += array( $code => $code );
		}
		$this->form_fields = array(
			'enabled'        => array(
				'title'   => __( 'Enable', 'pasarela' ),
				'type'    => 'checkbox',
				'label'   => __( 'Offer it at the checkout', 'pasarela' ),
				'default' => 'no',
			),
			'title'          => array(
				'title'       => __( 'Title', 'pasarela' ),
				'type'        => 'text',
				'description' => __( 'What the customer reads at the checkout.', 'pasarela' ),
				'default'     => __( 'Card, local methods or USDT', 'pasarela' ),
			),
			'description'    => array(
				'title'   => __( 'Description', 'pasarela' ),
				'type'    => 'textarea',
				'default' => __( 'You pay on a secure page and come back to your order.', 'pasarela' ),
			),
			'base_url'       => array(
				'title'       => __( 'Address', 'pasarela' ),
				'type'        => 'text',
				'description' => __( 'Of your Pasarela installation, such as https://pay.company.example', 'pasarela' ),
				'default'     => '',
			),
			'merchant_id'    => array(
				'title'   => __( 'Merchant ID', 'pasarela' ),
				'type'    => 'text',
				'default' => '',
			),
			'api_key'        => array(
				'title'       => __( 'API key', 'pasarela' ),
				'type'        => 'password',
				'description' => __( 'Dashboard, Developers, API keys. The scopes charges:write, charges:read and refunds are enough.', 'pasarela' ),
				'default'     => '',
			),
			'webhook_secret' => array(
				'title'       => __( 'Webhook secret', 'pasarela' ),
				'type'        => 'password',
				'description' => __( 'Dashboard, Developers, Webhooks. It begins with "whsec_".', 'pasarela' ),
				'default'     => '',
			),
			'method'         => array(
				'title'   => __( 'Payment method', 'pasarela' ),
				'type'    => 'select',
				'options' => $methods,
				'default' => 'ALL',
			),
		);
	}

	public function needs_setup(): bool {
		foreach ( array( 'base_url', 'merchant_id', 'api_key', 'webhook_secret' ) as $name ) {
			if ( '' === trim( (string) $this->get_option( $name ) ) ) {
				return true;
			}
		}
		return false;
	}

	public function is_available(): bool {
		return parent::is_available() && ! $this->needs_setup();
	}

	/** Saving the settings tries them. */
	public function process_admin_options(): bool {
		$saved = parent::process_admin_options();
		if ( $this->needs_setup() ) {
			\WC_Admin_Settings::add_error( __( 'Pasarela: fill in address, merchant ID, API key and webhook secret.', 'pasarela' ) );
			return $saved;
		}
		$fault = $this->connection_fault();
		if ( null === $fault ) {
			\WC_Admin_Settings::add_message( __( 'Pasarela: the connection works.', 'pasarela' ) );
		} else {
			\WC_Admin_Settings::add_error( 'Pasarela: ' . $fault );
		}
		return $saved;
	}

	/** What is wrong with the settings; null: nothing. */
	public function connection_fault(): ?string {
		$address = (string) $this->get_option( 'base_url' );
		if ( ! preg_match( '#^https?://[^/\s]+#', $address ) ) {
			return __( 'The address begins with https://.', 'pasarela' );
		}
		try {
			\Pasarela\Webhook::headers( '', trim( (string) $this->get_option( 'webhook_secret' ) ), 'test' );
		} catch ( \Pasarela\WebhookError ) {
			return __( 'The webhook secret begins with "whsec_".', 'pasarela' );
		}
		try {
			$filter  = array( 'country' => alpha_3( WC()->countries->get_base_country() ), 'currency' => get_woocommerce_currency() );
			$offered = array_column( $this->client()->paymentMethods( $filter ), 'method_code' );
		} catch ( ConnectionError $error ) {
			/* translators: 1: address, 2: reason */
			return sprintf( __( '%1$s does not answer: %2$s', 'pasarela' ), $address, $error->getMessage() );
		} catch ( ApiError $error ) {
			return $error->getMessage();
		}
		$method = (string) $this->get_option( 'method' );
		if ( array() === $offered || ( 'ALL' !== $method && ! in_array( $method, $offered, true ) ) ) {
			/* translators: 1: country, 2: currency, 3: list of methods */
			return sprintf( __( 'The connection works, but this payment method cannot be used in %1$s with %2$s. These can: %3$s', 'pasarela' ), $filter['country'], $filter['currency'], implode( ', ', $offered ) ?: '-' );
		}
		return null;
	}

	/**
	 * @param int $order_id
	 * @return array<string, string>
	 */
	public function process_payment( $order_id ): array {
		try {
			$url = Order_Lock::with( (int) $order_id, fn ( \WC_Order $order ) => $this->payment_page( $order ) );
			return array( 'result' => 'success', 'redirect' => $url );
		} catch ( \Throwable $error ) {
			wc_get_logger()->error( "Order $order_id: " . $error->getMessage(), array( 'source' => 'pasarela' ) );
			wc_add_notice( __( 'The payment page cannot be opened now. Nothing was taken. Please try again in a moment.', 'pasarela' ), 'error' );
			return array( 'result' => 'failure' );
		}
	}

	/** The page of the order's open charge; a new charge if there is none for this amount. */
	private function payment_page( \WC_Order $order ): string {
		$client    = $this->client();
		$reference = (string) $order->get_meta( Order_State::REFERENCE );
		if ( '' !== $reference ) {
			$charge = $client->charge( $reference );
			Order_State::apply( $order, $charge );
			if ( $order->is_paid() || in_array( $charge['status'], array( 'approved', 'authorized' ), true ) ) {
				return $order->get_checkout_order_received_url();
			}
			if ( 'open' === $charge['status'] ) {
				if ( $this->is_asked_for( $order ) ) {
					return (string) $order->get_meta( self::CHECKOUT_URL );
				}
				// The cart was changed: the old amount must not be paid any more. Refused: somebody is paying it now.
				$client->cancelCharge( $reference );
			}
		}
		$number = (int) $order->get_meta( '_pasarela_charges' ) + 1;
		// Asked first, stored afterwards: the same key finds the charge again if this process is killed in between.
		$key    = self::shop() . "-{$order->get_id()}-{$order->get_order_key()}-$number";
		$charge = $client->createCharge( $this->charge_of( $order ), $key );
		$order->update_meta_data( '_pasarela_charges', (string) $number );
		$order->update_meta_data( self::CHECKOUT_URL, $charge['urlCheckout'] );
		$order->update_meta_data( self::ASKED, $order->get_total() . ' ' . $order->get_currency() );
		Order_State::begin( $order, (string) $charge['reference'] );
		/* translators: %s: reference of the payment */
		$order->add_order_note( sprintf( __( 'The customer went to the Pasarela payment page. Reference: %s', 'pasarela' ), $charge['reference'] ) );
		return (string) $charge['urlCheckout'];
	}

	/** @return array<string, mixed> */
	private function charge_of( \WC_Order $order ): array {
		$charge = array(
			'method'           => (string) $this->get_option( 'method', 'ALL' ),
			'country'          => alpha_3( $order->get_billing_country() ?: WC()->countries->get_base_country() ),
			'currency'         => $order->get_currency(),
			'amount'           => wc_format_decimal( $order->get_total(), wc_get_price_decimals() ),
			/* translators: 1: order number, 2: name of the shop */
			'description'      => mb_substr( sprintf( __( 'Order %1$s at %2$s', 'pasarela' ), $order->get_order_number(), wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ) ), 0, 200 ),
			'order_number'     => (string) $order->get_order_number(),
			'notification_url' => WC()->api_request_url( 'pasarela' ),
			'return_url'       => $order->get_checkout_order_received_url(),
			'metadata'         => array( 'woocommerce_order' => (string) $order->get_id(), 'woocommerce_shop' => self::shop() ),
		);
		if ( $order->get_customer_id() > 0 ) {
			$charge['customer_id'] = (string) $order->get_customer_id();
		}
		if ( is_email( $order->get_billing_email() ) ) {
			$charge['email'] = $order->get_billing_email();
		}
		$language = strtok( determine_locale(), '_' );
		if ( in_array( $language, array( 'es', 'pt', 'en', 'fr' ), true ) ) {
			$charge['language'] = $language;
		}
		return $charge;
	}

	private function is_asked_for( \WC_Order $order ): bool {
		return $order->get_total() . ' ' . $order->get_currency() === (string) $order->get_meta( self::ASKED );
	}

	/** The customer came back: the webhook may still be on its way. */
	public static function customer_returned( int $order_id ): void {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof \WC_Order || 'pasarela' !== $order->get_payment_method() || $order->get_date_paid() ) {
			return;
		}
		try {
			self::current()->refresh( $order_id, null );
		} catch ( \Throwable $error ) {
			// The webhook tells it again; the page shows the order as it is.
			wc_get_logger()->warning( "Order $order_id: " . $error->getMessage(), array( 'source' => 'pasarela' ) );
		}
	}

	/** Reads the charge from the server and brings the order to it. */
	public function refresh( int $order_id, ?string $reference ): void {
		Order_Lock::with(
			$order_id,
			function ( \WC_Order $order ) use ( $reference ): void {
				$asked = $reference ?? (string) $order->get_meta( Order_State::REFERENCE );
				if ( '' !== $asked ) {
					Order_State::apply( $order, $this->client()->charge( $asked ) );
				}
			}
		);
	}

	/**
	 * @param int        $order_id
	 * @param float|null $amount
	 * @param string     $reason
	 * @return bool|\WP_Error
	 */
	public function process_refund( $order_id, $amount = null, $reason = '' ) {
		$text = wc_format_decimal( (string) $amount, wc_get_price_decimals() );
		try {
			return Order_Lock::with( (int) $order_id, fn ( \WC_Order $order ) => $this->refund( $order, $text, (string) $reason ) );
		} catch ( ApiError $error ) {
			return new \WP_Error( 'pasarela', $error->isUnknown() ? $this->unknown_refund() : $error->getMessage() );
		} catch ( ConnectionError ) {
			return new \WP_Error( 'pasarela', $this->unknown_refund() );
		} catch ( \RuntimeException $error ) {
			return new \WP_Error( 'pasarela', $error->getMessage() );
		}
	}

	private function refund( \WC_Order $order, string $amount, string $reason ): bool {
		$reference = (string) $order->get_meta( Order_State::REFERENCE );
		if ( '' === $reference || (float) $amount <= 0 ) {
			throw new \RuntimeException( __( 'There is no payment of this order to refund, or no amount.', 'pasarela' ) );
		}
		$asked = $this->open_refund( $order, $amount, $reason );
		try {
			$refund = $this->client()->refund( $reference, $asked['amount'], $asked['reason'], $asked['key'] );
		} catch ( ApiError $error ) {
			if ( ! $error->isUnknown() ) {
				$this->close_refund( $order );
			}
			throw $error;
		}
		$this->close_refund( $order );
		if ( 'failed' === $refund['status'] ) {
			throw new \RuntimeException( (string) ( $refund['failure'] ?? __( 'The refund was refused.', 'pasarela' ) ) );
		}
		$entry = Order_State::new_refund( $order, $amount );
		if ( ! Order_State::name_refund( $order, $entry, (string) $refund['id'] ) ) {
			throw new \RuntimeException( __( 'This refund had been made already and stands on the order. Nothing more was given back.', 'pasarela' ) );
		}
		$note = 'succeeded' === $refund['status']
			/* translators: 1: amount and currency, 2: id of the refund */
			? __( 'Refunded %1$s through Pasarela (%2$s).', 'pasarela' )
			/* translators: 1: amount and currency, 2: id of the refund */
			: __( 'The refund of %1$s is on its way (%2$s). If it fails, a note here will say so.', 'pasarela' );
		$order->add_order_note( sprintf( $note, "$amount {$order->get_currency()}", $refund['id'] ) );
		return true;
	}

	/**
	 * What is asked of the server, stored before it is asked. If the answer is lost, the next try repeats this very request,
	 * and the server answers the refund that it made.
	 *
	 * @return array{key: string, amount: string, reason: string}
	 */
	private function open_refund( \WC_Order $order, string $amount, string $reason ): array {
		$open = $order->get_meta( self::OPEN_REFUND );
		if ( is_array( $open ) && $open['amount'] !== $amount ) {
			/* translators: %s: amount and currency */
			throw new \RuntimeException( sprintf( __( 'Whether the refund of %s was made is not known yet. Try that amount again first.', 'pasarela' ), "{$open['amount']} {$order->get_currency()}" ) );
		}
		if ( ! is_array( $open ) ) {
			$open = array(
				'key'    => wp_generate_uuid4(),
				'amount' => $amount,
				'reason' => mb_substr( $reason, 0, 200 ),
			);
			$order->update_meta_data( self::OPEN_REFUND, $open );
			$order->save();
		}
		return $open;
	}

	private function close_refund( \WC_Order $order ): void {
		$order->delete_meta_data( self::OPEN_REFUND );
		$order->save();
	}

	private function unknown_refund(): string {
		return __( 'Pasarela did not answer in time. Try again: if the refund was made, it is found and not made twice.', 'pasarela' );
	}

	/** Two shops may share one account. */
	public static function shop(): string {
		return substr( hash( 'sha256', home_url() ), 0, 12 );
	}

	public function webhook_secret(): string {
		return trim( (string) $this->get_option( 'webhook_secret' ) );
	}

	private function client(): Client {
		return new Client(
			trim( (string) $this->get_option( 'base_url' ) ),
			trim( (string) $this->get_option( 'api_key' ) ),
			trim( (string) $this->get_option( 'merchant_id' ) ),
			array( self::class, 'send' )
		);
	}

	/**
	 * By WordPress, which knows the site's proxy and certificates.
	 *
	 * @param array<string, string> $headers
	 * @return array{status: int, headers: array<string, string>, body: string}
	 */
	public static function send( string $method, string $url, array $headers, ?string $body ): array {
		$request  = array(
			'method'      => $method,
			'headers'     => $headers,
			'timeout'     => 25,
			'redirection' => 0,
			'user-agent'  => 'Pasarela-WooCommerce/' . PASARELA_VERSION,
		);
		$response = wp_remote_request( $url, null === $body ? $request : array( ...$request, 'body' => $body ) );
		if ( is_wp_error( $response ) ) {
			throw new ConnectionError( $response->get_error_message() );
		}
		$received = array();
		foreach ( wp_remote_retrieve_headers( $response ) as $name => $value ) {
			$received[ strtolower( $name ) ] = is_array( $value ) ? implode( ', ', $value ) : $value;
		}
		return array(
			'status'  => (int) wp_remote_retrieve_response_code( $response ),
			'headers' => $received,
			'body'    => wp_remote_retrieve_body( $response ),
		);
	}
}
