/** Secrets that mails contain: tokens in links, and gift card codes. */
const SECRETS = {
  'email-link': /\/confirm-email#([\w-]{40})/g,
  'password-reset': /\/reset-password#([\w-]{40})/g,
  invitation: /\/invitation\/([\w-]{40})/g,
  'pay-link': /\/pay\/([\w-]{40})/g,
  application: /\/drive\/application\/(da_[0-9a-f]{32})/g,
  'gift-card': /(MRQ(?:-[0-9A-Z]{4}){4})/g,
} as const;
export type SecretKind = keyof typeof SECRETS;

/** Links and codes from all mails of the product, newest first. */
export interface MailedSecrets {
  pick(kind: SecretKind, nth: number): string | undefined;
  /** Reads the mails that arrived since the last call. */
  read(): Promise<void>;
}

const MOST = 40;

/** @param mailbox origin of the mailbox */
export function createMailedSecrets(mailbox: string): MailedSecrets {
  const found = new Map<string, string[]>();
  let read = 0;
  return {
    pick(kind, nth) {
      const secrets = found.get(kind) ?? [];
      return secrets[nth % Math.max(1, secrets.length)];
    },
    async read() {
      const mails: { text?: string }[] = await (await fetch(`${mailbox}/email?skip=${read}`)).json();
      read += mails.length;
      for (const { text = '' } of mails) {
        for (const [kind, pattern] of Object.entries(SECRETS)) {
          const fresh = [...text.matchAll(pattern)].map(([, secret = '']) => secret);
          const known = (found.get(kind) ?? []).filter((secret) => !fresh.includes(secret));
          found.set(kind, [...fresh, ...known].slice(0, MOST));
        }
      }
    },
  };
}
