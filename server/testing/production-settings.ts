/** Public URL of a production installation. */
export const PRODUCTION_SITE = 'https://marquee.example';

/** Settings of a production server on a free local port. */
export const PRODUCTION_SETTINGS = {
  NODE_ENV: 'production',
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'info',
  PUBLIC_URL: PRODUCTION_SITE,
  SESSION_SECRET: 'WmY2c1R0b0F5d0pCcU1kS3hVZ1BzTDhoRTI0',
  GIFT_CARD_SECRET: 'q7Hn3vXk9ZtRb5LcYd2MwPf8JgSa6Te4UoNi',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_SIMULATOR_URL: '',
  METRICS_TOKEN: '',
  DRAIN_MS: '0',
};
