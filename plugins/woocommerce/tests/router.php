<?php
/** The site for PHP's own web server: `php -S 127.0.0.1:8081 router.php`. */

require __DIR__ . '/wordpress.php';
$path = (string) parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
if ( preg_match( '/\.(js|css|png|svg|woff2?|ico)$/', $path ) ) {
	$root = str_starts_with( $path, '/wp-content/' ) ? WP_CONTENT_DIR . substr( $path, 11 ) : ABSPATH . $path;
	if ( is_file( $root ) ) {
		header( 'Content-Type: ' . ( array( 'js' => 'text/javascript', 'css' => 'text/css', 'svg' => 'image/svg+xml' )[ pathinfo( $root, PATHINFO_EXTENSION ) ] ?? 'application/octet-stream' ) );
		readfile( $root );
		return;
	}
	http_response_code( 404 );
	return;
}
define( 'WP_USE_THEMES', true );
require ABSPATH . 'wp-settings.php';
wp();
require ABSPATH . WPINC . '/template-loader.php';
