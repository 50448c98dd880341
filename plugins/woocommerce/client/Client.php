<?php
/**
 * A small client for the merchant's API of a Pasarela installation. It needs PHP 8.1 and nothing of WordPress.
 *
 *     require 'client/autoload.php';
 *     $pasarela = new Pasarela\Client( 'https://pay.company.example', $apiKey, $merchantId );
 *     $charge   = $pasarela->createCharge( [ 'country' => 'COL', 'currency' => 'COP', 'amount' => '45000' ], 'order-17' );
 *     header( 'Location: ' . $charge['urlCheckout'] );
 */

declare( strict_types=1 );

namespace Pasarela;

final class Client {

	/** The category that belongs to each method. */
	public const CATEGORIES = array(
		'ALL'          => 'ALL',
		'CARDS'        => 'CARD',
		'PIX'          => 'BANK_TRANSFER',
		'BOLETO'       => 'CASH',
		'PSE'          => 'BANK_TRANSFER',
		'EFECTY'       => 'CASH',
		'NEQUI'        => 'WALLET',
		'SPEI'         => 'BANK_TRANSFER',
		'OXXO'         => 'CASH',
		'PAGOEFECTIVO' => 'CASH',
		'YAPE'         => 'WALLET',
		'WEBPAY'       => 'BANK_TRANSFER',
		'KHIPU'        => 'BANK_TRANSFER',
		'SERVIPAG'     => 'CASH',
		'RAPIPAGO'     => 'CASH',
		'PAGOFACIL'    => 'CASH',
		'MERCADOPAGO'  => 'WALLET',
		'USDT'         => 'CRYPTO',
		'USDC'         => 'CRYPTO',
	);

	private const TRIES = 3;

	/** @var callable(string, string, array<string, string>, ?string): array{status: int, headers: array<string, string>, body: string} */
	private $transport;

	/** @var callable(int): void */
	private $rest;

	/**
	 * @param callable|null $transport Sends one request: method, URL, headers, body. Throws ConnectionError if there is
	 *                                 no answer. Absent: PHP's curl.
	 * @param callable|null $rest      Waits for some milliseconds between two tries.
	 */
	public function __construct(
		private string $baseUrl,
		private string $apiKey,
		private string $merchantId,
		?callable $transport = null,
		?callable $rest = null,
	) {
		$this->baseUrl   = rtrim( $baseUrl, '/' );
		$this->transport = $transport ?? array( CurlTransport::class, 'send' );
		$this->rest      = $rest ?? static fn ( int $milliseconds ) => usleep( $milliseconds * 1000 );
	}

	/**
	 * Creates a charge and answers the page where the customer pays it (`urlCheckout`) and its `reference`.
	 *
	 * @param array<string, mixed> $charge         `method` is a code such as PIX; absent: the customer chooses on the page.
	 *                                             Give amounts as text: "10.50".
	 * @param string               $idempotencyKey The same key with the same charge makes it once, however often it is sent.
	 * @return array<string, mixed>
	 */
	public function createCharge( array $charge, string $idempotencyKey ): array {
		$method   = (string) ( $charge['method'] ?? 'ALL' );
		$category = $charge['category'] ?? self::CATEGORIES[ $method ] ?? null;
		if ( null === $category ) {
			throw new \InvalidArgumentException( "Give the category of the method \"$method\", too." );
		}
		unset( $charge['method'], $charge['category'] );
		$body = array( 'flow' => 'PAYIN', 'method_code' => $method, 'method_category' => $category ) + $charge;
		// Each charge has a token of its own, good for a minute; the idempotency key outlives it.
		$token = $this->send( 'POST', '/api/auth/token' );
		return $this->send(
			'POST',
			'/api/transactions/charges',
			$body,
			array(
				'authorization'   => 'Bearer ' . $token['access_token'],
				'x-session-id'    => $token['session_id'],
				'idempotency-key' => $idempotencyKey,
			)
		);
	}

	/** @return array<string, mixed> */
	public function charge( string $reference ): array {
		return $this->send( 'GET', '/api/transactions/' . rawurlencode( $reference ) );
	}

	/**
	 * Ends a charge that nobody paid.
	 *
	 * @return array<string, mixed>
	 */
	public function cancelCharge( string $reference ): array {
		return $this->send( 'POST', '/api/transactions/' . rawurlencode( $reference ) . '/cancel' );
	}

	/**
	 * @param string $amount "5.00"
	 * @return array<string, mixed>
	 */
	public function refund( string $reference, string $amount, string $reason, string $idempotencyKey ): array {
		$body = array( 'amount' => $amount );
		if ( '' !== $reason ) {
			$body['reason'] = $reason;
		}
		return $this->send(
			'POST',
			'/api/transactions/' . rawurlencode( $reference ) . '/refunds',
			$body,
			array( 'idempotency-key' => $idempotencyKey )
		);
	}

	/**
	 * The methods that can be used now, for one country, currency and amount if they are given.
	 *
	 * @param array<string, string> $filter
	 * @return array<int, array<string, mixed>>
	 */
	public function paymentMethods( array $filter = array() ): array {
		$query = $filter ? '?' . http_build_query( $filter ) : '';
		return $this->send( 'GET', '/api/payment-methods' . $query );
	}

	/**
	 * Repeats what may be repeated: reading, and whatever carries an idempotency key or changes nothing the second time.
	 *
	 * @param array<string, mixed>|null $body
	 * @param array<string, string>     $headers In place of the API key, if they have an authorization.
	 * @return array<string, mixed>
	 */
	private function send( string $method, string $path, ?array $body = null, array $headers = array() ): array {
		$text     = null === $body ? null : json_encode( $body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
		$headers += array( 'accept' => 'application/json' );
		if ( ! isset( $headers['authorization'] ) ) {
			$headers += array( 'x-api-key' => $this->apiKey, 'x-merchant-id' => $this->merchantId );
		}
		if ( null !== $text ) {
			$headers += array( 'content-type' => 'application/json' );
		}
		for ( $try = 1; ; $try++ ) {
			try {
				$answer = ( $this->transport )( $method, $this->baseUrl . $path, $headers, $text );
			} catch ( ConnectionError $error ) {
				if ( $try >= self::TRIES ) {
					throw $error;
				}
				( $this->rest )( 300 * 2 ** $try );
				continue;
			}
			$read = json_decode( $answer['body'], true );
			if ( $answer['status'] >= 200 && $answer['status'] < 300 && is_array( $read['data'] ?? null ) ) {
				return $read['data'];
			}
			$isPassing = 429 === $answer['status'] || $answer['status'] >= 500;
			if ( ! $isPassing || $try >= self::TRIES ) {
				throw ApiError::of( $answer['status'], is_array( $read ) ? $read : array() );
			}
			$seconds = (int) ( $answer['headers']['retry-after'] ?? 0 );
			( $this->rest )( $seconds > 0 ? min( $seconds, 10 ) * 1000 : 300 * 2 ** $try );
		}
	}
}
