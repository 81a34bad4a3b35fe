/** Secrets whose defaults are public. */
const OWN = [
  'SESSION_SECRET',
  'GIFT_CARD_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const;

/** Secrets that somebody of this installation makes up. */
const MADE_UP = ['SESSION_SECRET', 'GIFT_CARD_SECRET', 'METRICS_TOKEN'] as const;

/** Secrets that must differ from each other, so that one leaked does not give away another. */
const DISTINCT = ['SESSION_SECRET', 'GIFT_CARD_SECRET', 'METRICS_TOKEN', 'STRIPE_WEBHOOK_SECRET'] as const;

const MIN_LENGTH = 32;

/** Of 32 random hexadecimal digits one in a billion has fewer than these different ones. */
const MIN_DIFFERENT = 8;

type Settings = Readonly<Record<string, string | undefined>>;

const isWeak = (secret: string | undefined): boolean =>
  secret !== undefined && (secret.length < MIN_LENGTH || new Set(secret).size < MIN_DIFFERENT);

/**
 * What keeps these settings from production, a sentence each, which names the setting.
 *
 * @param set what is set, empty variables left out
 * @param defaults what counts for a setting that is not
 */
export function productionFaults(set: Settings, defaults: Readonly<Record<string, unknown>>): string[] {
  const known = OWN.filter((name) => (set[name] ?? defaults[name]) === defaults[name]);
  /** What was set for it; undefined for what is named already. */
  const own = (name: string) => (known.some((each) => each === name) ? undefined : set[name]);
  const weak = MADE_UP.filter((name) => isWeak(own(name)));
  const same = DISTINCT.flatMap((name, n) =>
    DISTINCT.slice(n + 1).flatMap((other) =>
      own(name) !== undefined && own(name) === own(other) ? [`${name} and ${other}`] : [],
    ),
  );
  const isPlain = !/^https:\/\//i.test(set.PUBLIC_URL ?? 'http://localhost');
  return [
    ...known.map((name) => `${name} must be set in production, to a value of its own`),
    ...weak.map(
      (name) =>
        `${name} is too weak for production: at least ${MIN_LENGTH} characters, of chance (openssl rand -base64 32)`,
    ),
    ...same.map((names) => `${names} must not be the same in production`),
    ...(isPlain ? ['PUBLIC_URL must be an https address in production'] : []),
    ...(set.DEMO_MODE === 'true' ? ['DEMO_MODE is refused in production'] : []),
    ...(set.STRIPE_SIMULATOR_URL ? ['STRIPE_SIMULATOR_URL is refused in production: it takes no money'] : []),
  ];
}
