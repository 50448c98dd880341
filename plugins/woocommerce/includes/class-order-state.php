<?php

declare( strict_types=1 );

namespace Pasarela\WooCommerce;

/**
 * Brings an order to what the server says of its charge. It looks at the charge as it is now, not at what an event says:
 * events may come late, twice or in another order.
 */
final class Order_State {

	public const REFERENCE  = '_pasarela_reference';
	private const REFUND_ID = '_pasarela_refund_id';
	private const NOTED     = '_pasarela_noted';

	/** @param array<string, mixed> $charge */
	public static function apply( \WC_Order $order, array $charge ): void {
		$reference = (string) $charge['reference'];
		if ( $reference !== (string) $order->get_meta( self::REFERENCE ) ) {
			self::apply_former( $order, $charge );
			return;
		}
		match ( $charge['status'] ) {
			'approved', 'partially_refunded', 'refunded', 'charged_back' => self::paid( $order, $charge ),
			'authorized' => self::hold( $order, 'authorized', __( 'Pasarela holds the amount on the card. Capture it on the dashboard.', 'pasarela' ) ),
			'declined', 'canceled', 'expired', 'voided' => self::not_paid( $order, (string) $charge['status'] ),
			default => self::open( $order, $charge ),
		};
		self::apply_refunds( $order, $charge );
		self::apply_disputes( $order, $charge );
		self::apply_unexpected( $order, $charge );
		$order->save();
	}

	/** @param array<string, mixed> $charge */
	private static function paid( \WC_Order $order, array $charge ): void {
		if ( $order->get_date_paid() || self::was_noted( $order, 'other amount' ) ) {
			return;
		}
		$paid     = (string) ( $charge['captured'] ?? $charge['amount_exact'] );
		$is_whole = $charge['currency'] === $order->get_currency() && self::cents( $paid ) === self::cents( $order->get_total() );
		if ( ! $is_whole ) {
			self::note( $order, 'other amount' );
			$order->set_transaction_id( (string) $charge['reference'] );
			/* translators: 1: amount and currency that were paid, 2: amount and currency of the order */
			$note = __( 'Pasarela took %1$s, but the order is %2$s. Decide whether to send it or to refund it.', 'pasarela' );
			$order->update_status( 'on-hold', sprintf( $note, "$paid {$charge['currency']}", $order->get_total() . ' ' . $order->get_currency() ) );
			return;
		}
		/* translators: 1: payment method, 2: reference of the payment */
		$order->add_order_note( sprintf( __( 'Paid through Pasarela by %1$s. Reference: %2$s', 'pasarela' ), (string) $charge['method_code'], (string) $charge['reference'] ) );
		$order->payment_complete( (string) $charge['reference'] );
	}

	/** Money is on its way, or the customer still has to pay at a counter or in the bank's app. */
	private static function open( \WC_Order $order, array $charge ): void {
		$latest = end( $charge['attempts'] );
		if ( is_array( $latest ) && in_array( $latest['status'], array( 'awaiting', 'pending', 'unknown' ), true ) ) {
			self::hold( $order, 'awaiting', __( 'The customer was shown how to pay. Waiting for the money.', 'pasarela' ) );
		}
	}

	private static function hold( \WC_Order $order, string $what, string $note ): void {
		if ( self::was_noted( $order, $what ) || $order->get_date_paid() ) {
			return;
		}
		self::note( $order, $what );
		$order->update_status( 'on-hold', $note );
	}

	/** The order may be paid again: the customer gets another charge. */
	private static function not_paid( \WC_Order $order, string $status ): void {
		if ( ! $order->has_status( array( 'pending', 'on-hold' ) ) ) {
			return;
		}
		$notes = array(
			'declined' => __( 'Pasarela: the payment was refused.', 'pasarela' ),
			'canceled' => __( 'Pasarela: the payment was canceled.', 'pasarela' ),
			'expired'  => __( 'Pasarela: the time to pay ended without a payment.', 'pasarela' ),
			'voided'   => __( 'Pasarela: the hold on the card was released; nothing was taken.', 'pasarela' ),
		);
		$order->update_status( 'failed', $notes[ $status ] );
	}

	/** A charge that another one has replaced: its money is real all the same. */
	private static function apply_former( \WC_Order $order, array $charge ): void {
		$reference = (string) $charge['reference'];
		if ( ! in_array( $charge['status'], array( 'approved', 'authorized' ), true ) || self::was_noted( $order, "former $reference" ) ) {
			return;
		}
		self::note( $order, "former $reference" );
		/* translators: %s: reference of the payment */
		$note = sprintf( __( 'An earlier attempt of this order was paid too: %s. If the order is paid, refund one of them on the Pasarela dashboard.', 'pasarela' ), $reference );
		if ( $order->is_paid() ) {
			$order->add_order_note( $note );
		} else {
			$order->update_status( 'on-hold', $note );
		}
		$order->save();
	}

	/** Refunds that were not made here appear on the order; one that failed is taken off again. */
	private static function apply_refunds( \WC_Order $order, array $charge ): void {
		$known = array();
		foreach ( $order->get_refunds() as $refund ) {
			$known[ (string) $refund->get_meta( self::REFUND_ID ) ] = $refund;
		}
		foreach ( $charge['refunds'] as $refund ) {
			$mine = $known[ $refund['id'] ] ?? null;
			if ( 'failed' === $refund['status'] && $mine ) {
				$amount = wc_format_decimal( $mine->get_amount() );
				$mine->delete( true );
				/* translators: 1: amount and currency, 2: reason */
				$note = __( 'The refund of %1$s failed (%2$s): the customer did not get the money. It was taken off this order; refund it again.', 'pasarela' );
				$order->update_status( 'on-hold', sprintf( $note, "$amount {$refund['currency']}", (string) ( $refund['failure'] ?? '-' ) ) );
			}
			if ( 'failed' === $refund['status'] || $mine || self::was_noted( $order, "refund {$refund['id']}" ) ) {
				continue;
			}
			// With its id from the first: a process that is killed here enters it once.
			$name = static fn ( \WC_Order_Refund $each ) => $each->update_meta_data( self::REFUND_ID, $refund['id'] );
			add_action( 'woocommerce_create_refund', $name );
			$made = wc_create_refund(
				array(
					'amount'   => (string) $refund['amount'],
					'reason'   => (string) ( $refund['reason'] ?? '' ),
					'order_id' => $order->get_id(),
				)
			);
			remove_action( 'woocommerce_create_refund', $name );
			if ( is_wp_error( $made ) ) {
				self::note( $order, "refund {$refund['id']}" );
				/* translators: 1: amount and currency, 2: reason */
				$order->add_order_note( sprintf( __( 'Pasarela refunded %1$s; it could not be entered on the order: %2$s', 'pasarela' ), "{$refund['amount']} {$refund['currency']}", $made->get_error_message() ) );
				continue;
			}
			/* translators: %s: amount and currency */
			$order->add_order_note( sprintf( __( 'Refunded outside WooCommerce: %s', 'pasarela' ), "{$refund['amount']} {$refund['currency']}" ) );
		}
	}

	private static function apply_disputes( \WC_Order $order, array $charge ): void {
		foreach ( $charge['disputes'] as $dispute ) {
			if ( self::was_noted( $order, "dispute {$dispute['id']} {$dispute['status']}" ) ) {
				continue;
			}
			self::note( $order, "dispute {$dispute['id']} {$dispute['status']}" );
			$amount = "{$dispute['amount']} {$dispute['currency']}";
			$reason = (string) ( $dispute['reason_text'] ?? $dispute['reason'] ?? '-' );
			match ( $dispute['status'] ) {
				/* translators: 1: amount and currency, 2: reason */
				'inquiry' => $order->add_order_note( sprintf( __( 'The customer\'s bank asks about %1$s (%2$s). Nothing was taken yet; answer on the Pasarela dashboard.', 'pasarela' ), $amount, $reason ) ),
				/* translators: 1: amount and currency, 2: reason, 3: date */
				'open'    => $order->update_status( 'on-hold', sprintf( __( 'Chargeback of %1$s (%2$s). Answer on the Pasarela dashboard until %3$s.', 'pasarela' ), $amount, $reason, (string) ( $dispute['evidence_due_at'] ?? '-' ) ) ),
				/* translators: %s: amount and currency */
				'won'     => $order->add_order_note( sprintf( __( 'Chargeback won: %s came back.', 'pasarela' ), $amount ) ),
				/* translators: %s: amount and currency */
				default   => self::hold_once( $order, "dispute {$dispute['id']} open", sprintf( __( 'Chargeback lost: %s stays with the customer.', 'pasarela' ), $amount ) ),
			};
		}
	}

	/** Holds the order, unless the shop has heard of it before and decided. */
	private static function hold_once( \WC_Order $order, string $what, string $note ): void {
		if ( self::was_noted( $order, $what ) ) {
			$order->add_order_note( $note );
		} else {
			$order->update_status( 'on-hold', $note );
		}
	}

	private static function apply_unexpected( \WC_Order $order, array $charge ): void {
		foreach ( $charge['unexpected_payments'] as $payment ) {
			if ( 'waiting' !== $payment['status'] || self::was_noted( $order, "money {$payment['id']}" ) ) {
				continue;
			}
			self::note( $order, "money {$payment['id']}" );
			/* translators: 1: amount and currency, 2: what happened */
			$order->add_order_note( sprintf( __( 'Unexpected money: %1$s. %2$s Decide on the Pasarela dashboard.', 'pasarela' ), "{$payment['amount']} {$payment['currency']}", (string) $payment['text'] ) );
		}
	}

	/** Says which refund of the server the order's own entry is; false: another entry is that already. */
	public static function name_refund( \WC_Order $order, ?\WC_Order_Refund $entry, string $id ): bool {
		foreach ( $order->get_refunds() as $refund ) {
			if ( $id === (string) $refund->get_meta( self::REFUND_ID ) ) {
				return $entry && $entry->get_id() === $refund->get_id();
			}
		}
		$entry?->update_meta_data( self::REFUND_ID, $id );
		$entry?->save();
		return true;
	}

	/** The entry that WooCommerce made of a refund before it asks the gateway for it. */
	public static function new_refund( \WC_Order $order, string $amount ): ?\WC_Order_Refund {
		foreach ( $order->get_refunds() as $refund ) {
			if ( '' === (string) $refund->get_meta( self::REFUND_ID ) && self::cents( $refund->get_amount() ) === self::cents( $amount ) ) {
				return $refund;
			}
		}
		return null;
	}

	/** Each charge begins anew what was said of the order. */
	public static function begin( \WC_Order $order, string $reference ): void {
		$order->update_meta_data( self::REFERENCE, $reference );
		$former = array_filter( self::noted( $order ), static fn ( string $what ) => preg_match( '/^(former|refund|dispute|money) /', $what ) );
		$order->update_meta_data( self::NOTED, array_values( $former ) );
		$order->save();
	}

	private static function was_noted( \WC_Order $order, string $what ): bool {
		return in_array( $what, self::noted( $order ), true );
	}

	/** @return string[] */
	private static function noted( \WC_Order $order ): array {
		$noted = $order->get_meta( self::NOTED );
		return is_array( $noted ) ? $noted : array();
	}

	/** Stored with what follows: a process that is killed in between does both again. */
	private static function note( \WC_Order $order, string $what ): void {
		$order->update_meta_data( self::NOTED, array( ...self::noted( $order ), $what ) );
	}

	/** Whole millionths: amounts are compared as text, never as floating numbers. */
	private static function cents( mixed $amount ): string {
		[ $whole, $part ] = array_pad( explode( '.', wc_format_decimal( (string) $amount ), 2 ), 2, '' );
		return $whole . str_pad( substr( $part, 0, 6 ), 6, '0' );
	}
}
