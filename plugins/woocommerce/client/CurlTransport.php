<?php

declare( strict_types=1 );

namespace Pasarela;

final class CurlTransport {

	private const TIMEOUT_SECONDS = 30;

	/**
	 * @param array<string, string> $headers
	 * @return array{status: int, headers: array<string, string>, body: string}
	 */
	public static function send( string $method, string $url, array $headers, ?string $body ): array {
		$received = array();
		$curl     = curl_init( $url );
		curl_setopt_array(
			$curl,
			array(
				CURLOPT_CUSTOMREQUEST  => $method,
				CURLOPT_HTTPHEADER     => array_map(
					static fn ( string $name, string $value ) => "$name: $value",
					array_keys( $headers ),
					$headers
				),
				CURLOPT_RETURNTRANSFER => true,
				CURLOPT_FOLLOWLOCATION => false,
				CURLOPT_PROTOCOLS      => CURLPROTO_HTTP | CURLPROTO_HTTPS,
				CURLOPT_TIMEOUT        => self::TIMEOUT_SECONDS,
				CURLOPT_HEADERFUNCTION => static function ( $curl, string $line ) use ( &$received ): int {
					if ( str_contains( $line, ':' ) ) {
						[ $name, $value ]                        = explode( ':', $line, 2 );
						$received[ strtolower( trim( $name ) ) ] = trim( $value );
					}
					return strlen( $line );
				},
			)
		);
		if ( null !== $body ) {
			curl_setopt( $curl, CURLOPT_POSTFIELDS, $body );
		}
		$text = curl_exec( $curl );
		if ( false === $text ) {
			throw new ConnectionError( curl_error( $curl ) );
		}
		return array( 'status' => curl_getinfo( $curl, CURLINFO_RESPONSE_CODE ), 'headers' => $received, 'body' => (string) $text );
	}
}
