import { env } from '../env.ts';
import { examineAddress } from './examine-address.ts';
import { examineBackups } from './examine-backups.ts';
import { examineJobs } from './examine-jobs.ts';
import { examineMail } from './examine-mail.ts';
import { examineMongo } from './examine-mongo.ts';
import { examineRedis } from './examine-redis.ts';
import { examineRedisCluster } from './examine-redis-cluster.ts';
import { examineStripe } from './examine-stripe.ts';
import { type Finding, fault } from './finding.ts';

/** A part of the installation, how to examine it, and the advice when it cannot be reached. */
interface Examination {
  part: string;
  examine: () => AsyncGenerator<Finding>;
  fix: string;
}

const queueUrl = env.QUEUE_REDIS_URL ?? env.REDIS_URL;

const EXAMINATIONS: readonly Examination[] = [
  {
    part: 'MongoDB',
    examine: examineMongo,
    fix: 'Check that it runs, and address and password in MONGO_URL.',
  },
  {
    part: 'Redis',
    examine: () => {
      const isForQueues = queueUrl === env.REDIS_URL;
      return env.REDIS_CLUSTER
        ? examineRedisCluster({ address: env.REDIS_URL, isForQueues })
        : examineRedis({ url: env.REDIS_URL, isForQueues });
    },
    fix: 'Check that it runs, and address and password in REDIS_URL.',
  },
  ...(queueUrl === env.REDIS_URL
    ? []
    : [
        {
          part: 'Redis of the queues',
          examine: () => examineRedis({ url: queueUrl, isForQueues: true }),
          fix: 'Check that it runs, and address and password in QUEUE_REDIS_URL.',
        },
      ]),
  { part: 'Jobs', examine: examineJobs, fix: 'The queue needs its Redis: see there.' },
  {
    part: 'Stripe',
    examine: examineStripe,
    fix: 'Check STRIPE_SECRET_KEY, and that this machine reaches api.stripe.com.',
  },
  {
    part: 'Backups',
    examine: () => examineBackups(env.BACKUP_DIR),
    fix: 'Check that this user may read BACKUP_DIR.',
  },
  { part: 'Mail', examine: examineMail, fix: 'Check SMTP_URL: host, port, name and password.' },
  {
    part: 'Address',
    examine: examineAddress,
    fix: 'Check that PUBLIC_URL leads to the balancer, and that servers run.',
  },
];

/** A finding with its part of the installation. */
type PartFinding = Finding & { part: string };

/**
 * Examines each part in turn. An unreachable part is reported as a fault, and the next part is still
 * examined.
 */
export async function* diagnose(): AsyncGenerator<PartFinding> {
  for (const { part, examine, fix } of EXAMINATIONS) {
    try {
      for await (const finding of within(examine())) yield { part, ...finding };
    } catch (error) {
      yield { part, ...fault(`It cannot be reached: ${reasonOf(error)}.`, fix) };
    }
  }
}

/** The error message with that of its cause, since `fetch` errors give the reason only in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = Object(error);
  return [message, Object(cause).message].filter(Boolean).join(': ') || String(error);
}

const TIMEOUT_MS = 15_000;

/** Yields the findings of an examination, with a timeout for each. @throws when one takes longer */
async function* within(findings: AsyncGenerator<Finding>): AsyncGenerator<Finding> {
  for (;;) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer in ${TIMEOUT_MS / 1_000} seconds`)), TIMEOUT_MS);
    });
    const next = await Promise.race([findings.next(), late]).finally(() => clearTimeout(timer));
    if (next.done) return;
    yield next.value;
  }
}
