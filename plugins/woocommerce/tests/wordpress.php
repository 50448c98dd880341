<?php
/**
 * Loads the WordPress of WORDPRESS_DIR with this plugin. What a site writes goes into SITE_DIR: its database (SQLite), its
 * log, its settings. WORDPRESS_DIR stays as it is.
 */

declare( strict_types=1 );

error_reporting( E_ALL & ~E_DEPRECATED );
define( 'ABSPATH', rtrim( (string) getenv( 'WORDPRESS_DIR' ), '/' ) . '/' );
define( 'SITE_DIR', (string) getenv( 'SITE_DIR' ) );
define( 'WP_CONTENT_DIR', SITE_DIR . '/content' );
define( 'DB_DIR', SITE_DIR );
define( 'DB_FILE', 'site.sqlite' );
foreach ( array( 'DB_NAME', 'DB_USER', 'DB_PASSWORD', 'DB_HOST', 'DB_COLLATE' ) as $name ) {
	define( $name, 'DB_NAME' === $name ? 'site' : '' );
}
define( 'DB_CHARSET', 'utf8mb4' );
define( 'WP_HOME', (string) getenv( 'SITE_URL' ) );
define( 'WP_SITEURL', WP_HOME );
define( 'DISABLE_WP_CRON', true );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', '127.0.0.1,localhost' );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'WP_DEBUG', true );
define( 'WP_DEBUG_DISPLAY', false );
define( 'WP_DEBUG_LOG', SITE_DIR . '/debug.log' );
$table_prefix           = 'wp_';
$_SERVER['HTTP_HOST'] ??= parse_url( WP_HOME, PHP_URL_HOST ) . ':' . parse_url( WP_HOME, PHP_URL_PORT );

$plugins = WP_CONTENT_DIR . '/plugins';
if ( ! is_dir( $plugins ) ) {
	mkdir( $plugins, 0777, true );
	$source = ABSPATH . 'wp-content';
	symlink( "$source/plugins/woocommerce", "$plugins/woocommerce" );
	symlink( "$source/plugins/sqlite-database-integration", "$plugins/sqlite-database-integration" );
	symlink( dirname( __DIR__ ), "$plugins/pasarela" );
	symlink( "$source/themes", WP_CONTENT_DIR . '/themes' );
	copy( "$source/plugins/sqlite-database-integration/db.copy", WP_CONTENT_DIR . '/db.php' );
}

// "Without a limit" is a number that SQLite does not have.
$wp_filter['query'][10]['pasarela'] = array(
	'function'      => static fn ( string $query ) => str_replace( '18446744073709551615', (string) PHP_INT_MAX, $query ),
	'accepted_args' => 1,
);
if ( getenv( 'SITE_LOCALE' ) ) {
	$wp_filter['locale'][10]['pasarela'] = array(
		'function'      => static fn () => (string) getenv( 'SITE_LOCALE' ),
		'accepted_args' => 0,
	);
}
