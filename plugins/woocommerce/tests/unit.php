<?php
/** What needs no WordPress: `php unit.php`. Prints each case that fails, and how many passed. */

declare( strict_types=1 );

use Pasarela\ApiError;
use Pasarela\Client;
use Pasarela\ConnectionError;
use Pasarela\Webhook;
use Pasarela\WebhookError;

require __DIR__ . '/../client/autoload.php';
require __DIR__ . '/../includes/countries.php';

$passed = 0;
$failed = 0;
function check( string $name, mixed $is, mixed $expected = true ): void {
	global $passed, $failed;
	if ( $is === $expected ) {
		++$passed;
		return;
	}
	++$failed;
	echo "$name: ", var_export( $is, true ), ' is not ', var_export( $expected, true ), "\n";
}

/** @param callable(): mixed $work */
function thrown( callable $work ): ?Throwable {
	try {
		$work();
		return null;
	} catch ( Throwable $error ) {
		return $error;
	}
}

$secret = 'whsec_' . base64_encode( str_repeat( 'k', 32 ) );
$body   = '{"eventType":"charge.approved","description":"Café ñ"}';
$now    = 1_800_000_000;
$good   = Webhook::headers( $body, $secret, 'evt_1', $now );
check( 'a good webhook', Webhook::verify( $body, $good, $secret, 300, $now )['description'], 'Café ñ' );
$rotated = array( ...$good, 'webhook-signature' => 'v1,AAAA ' . $good['webhook-signature'] );
check( 'one of two signatures', Webhook::verify( $body, $rotated, $secret, 300, $now )['eventType'], 'charge.approved' );
$bad = array(
	'another body'      => array( "$body ", $good, $secret, $now ),
	'another id'        => array( $body, array( ...$good, 'webhook-id' => 'evt_2' ), $secret, $now ),
	'another secret'    => array( $body, $good, 'whsec_' . base64_encode( str_repeat( 'x', 32 ) ), $now ),
	'an old one'        => array( $body, $good, $secret, $now + 301 ),
	'one of the future' => array( $body, $good, $secret, $now - 301 ),
	'no headers'        => array( $body, array(), $secret, $now ),
	'no signature'      => array( $body, array( ...$good, 'webhook-signature' => '' ), $secret, $now ),
	'a time of text'    => array( $body, array( ...$good, 'webhook-timestamp' => 'now' ), $secret, $now ),
	'an empty secret'   => array( $body, Webhook::headers( $body, $secret, 'evt_1', $now ), '', $now ),
);
foreach ( $bad as $name => [ $text, $headers, $key, $at ] ) {
	check( "a webhook with $name", thrown( static fn () => Webhook::verify( $text, $headers, $key, 300, $at ) ) instanceof WebhookError );
}

/** A server that gives these answers in turn; null: none. */
function client( array $answers, array &$asked ): Client {
	return new Client(
		'https://pay.example/',
		'key',
		'merchant',
		static function ( string $method, string $url, array $headers, ?string $body ) use ( &$answers, &$asked ): array {
			$asked[] = array( $method, $url, $headers, $body );
			$answer  = array_shift( $answers );
			if ( null === $answer ) {
				throw new ConnectionError( 'reset' );
			}
			return array( 'status' => $answer[0], 'headers' => $answer[2] ?? array(), 'body' => json_encode( $answer[1] ) );
		},
		static function ( int $milliseconds ) use ( &$asked ): void {
			$asked[] = $milliseconds;
		}
	);
}
$token = array( 200, array( 'data' => array( 'access_token' => 't', 'session_id' => 's' ) ) );
$made  = array( 200, array( 'data' => array( 'reference' => 'r', 'urlCheckout' => 'https://pay.example/pay/r' ) ) );
$sale  = array( 'method' => 'PIX', 'country' => 'BRA', 'currency' => 'BRL', 'amount' => '10.10', 'description' => 'São Paulo' );

$asked = array();
check( 'a charge', client( array( $token, $made ), $asked )->createCharge( $sale, 'k1' )['reference'], 'r' );
check( 'its category', json_decode( $asked[1][3], true )['method_category'], 'BANK_TRANSFER' );
check( 'its amount is text', json_decode( $asked[1][3], true )['amount'], '10.10' );
check( 'its token', $asked[1][2]['authorization'], 'Bearer t' );
check( 'the key is not sent beside a token', isset( $asked[1][2]['x-api-key'] ), false );
check( 'the address has one slash', $asked[0][1], 'https://pay.example/api/auth/token' );

$asked = array();
client( array( $token, null, array( 503, array() ), $made ), $asked )->createCharge( $sale, 'k1' );
$sent = array_values( array_filter( $asked, static fn ( $each ) => is_array( $each ) && str_ends_with( $each[1], 'charges' ) ) );
check( 'a lost answer is asked for again', count( $sent ), 3 );
check( 'by the same key', array_unique( array_map( static fn ( $each ) => $each[2]['idempotency-key'], $sent ) ), array( 'k1' ) );

$asked = array();
check( 'no answer at all', thrown( static function () use ( &$asked ): void { client( array(), $asked )->charge( 'r' ); } ) instanceof ConnectionError );
check( 'is asked for three times', count( array_filter( $asked, 'is_array' ) ), 3 );
$asked = array();
client( array( array( 429, array(), array( 'retry-after' => '2' ) ), $made ), $asked )->charge( 'r' );
check( 'it waits as long as it is told', $asked[1], 2000 );

$refusal = array( 422, array( 'message' => 'Mend it.', 'data' => array( 'error' => 'validation_failed', 'fields' => array( array( 'field' => 'amount', 'message' => 'must be more than 0' ) ) ) ) );
$asked   = array();
$error   = thrown( static function () use ( &$asked, $refusal ): void { client( array( $refusal ), $asked )->refund( 'r', '0', '', 'k2' ); } );
check( 'a refusal is not repeated', count( $asked ), 1 );
check( 'it has a code', $error instanceof ApiError ? $error->errorCode : null, 'validation_failed' );
check( 'it says every fault', $error?->getMessage(), 'Mend it. amount: must be more than 0.' );
$asked = array();
check( 'a page instead of JSON', thrown( fn () => client( array( array( 200, 'hello' ) ), $asked )->charge( 'r' ) ) instanceof ApiError );
check( 'a method without a category', thrown( fn () => client( array(), $asked )->createCharge( array( 'method' => 'NEW' ), 'k' ) ) instanceof InvalidArgumentException );
$asked = array();
client( array( $made ), $asked )->charge( 'a/../b?c' );
check( 'a reference stays in its place', $asked[0][1], 'https://pay.example/api/transactions/a%2F..%2Fb%3Fc' );

foreach ( array( 'CO' => 'COL', 'BR' => 'BRA', 'MX' => 'MEX', 'US' => 'USA', 'AF' => 'AFG', 'ZW' => 'ZWE', '' => '' ) as $two => $three ) {
	check( "the country $two", Pasarela\WooCommerce\alpha_3( $two ), $three );
}

// Every text of the plugin stands in both languages, with the same placeholders.
$texts = array();
foreach ( array_merge( glob( __DIR__ . '/../*.php' ), glob( __DIR__ . '/../includes/*.php' ) ) as $file ) {
	preg_match_all( "/__\(\s*'((?:[^'\\\\]|\\\\.)*)',\s*'pasarela'/", file_get_contents( $file ), $found );
	array_push( $texts, ...array_map( 'stripslashes', $found[1] ) );
}
check( 'texts were found', count( $texts ) > 40 );
foreach ( array( 'es', 'pt_BR' ) as $language ) {
	$messages = ( require __DIR__ . "/../languages/pasarela-$language.l10n.php" )['messages'];
	check( "texts without $language", array_values( array_diff( $texts, array_keys( $messages ) ) ), array() );
	check( "texts in $language only", array_values( array_diff( array_keys( $messages ), $texts ) ), array() );
	foreach ( $messages as $source => $text ) {
		preg_match_all( '/%(?:\d\$)?s/', $source, $in );
		preg_match_all( '/%(?:\d\$)?s/', $text, $out );
		sort( $in[0] );
		sort( $out[0] );
		check( "$language: $source", $out[0], $in[0] );
	}
}

echo "$passed passed, $failed failed\n";
exit( $failed > 0 ? 1 : 0 );
