import type { LaunchOptions } from './launch-options.ts';
import type { Services } from './services.ts';

interface Started extends Pick<LaunchOptions, 'servers' | 'workers' | 'hasBalancer'> {
  services: Pick<Services, 'web' | 'smtp' | 'mail'>;
  isDemo: boolean;
  logDir: string;
}

/** Returns what the launcher prints once everything runs: addresses, and what to do first. */
export function formatStartMessage({
  services,
  servers,
  workers,
  hasBalancer,
  isDemo,
  logDir,
}: Started): string {
  const { web, smtp, mail } = services;
  const names = servers.map(({ name }) => name).join(', ');
  const behind = hasBalancer ? `: ${names} behind HAProxy, ${workers.length} workers` : '';
  const first = isDemo
    ? `Book a ride there and pay with 4242 4242 4242 4242; then press "Switch to Driver", or open ${web}/driver in a second window.`
    : 'The first admin sets a password by the link of: npm run create:admin -- you@company.example';
  return `
Marquee is at ${web}${behind}
${first}
Mails arrive at ${mail ?? smtp}. Logs are in ${logDir}. Ctrl-C stops everything.`;
}
