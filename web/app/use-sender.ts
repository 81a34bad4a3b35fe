import type { Sender } from '#web/features/messages/message-fields.tsx';
import { actingUser, useSessionStore } from '#web/features/users/session-store.ts';

/** Returns the signed-in user's name, email address and phone, for message forms; null for a visitor. */
export function useSender(): Sender | null {
  const user = useSessionStore(actingUser);
  return user && { name: user.name, email: user.username, phone: user.phone };
}
