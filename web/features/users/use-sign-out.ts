import { toast } from '#web/components/ui/toast.ts';
import { announce } from '#web/lib/announce.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';

/** Signing out by a press; a failure is told by a toast. */
export function useSignOut(): () => void {
  const { run } = useInFlight(async () => {
    try {
      const { signOut } = await import('./sign-out.ts');
      await signOut();
      announce('You are signed out.');
    } catch (error) {
      toast.error('Error', messageOf(error, 'Sign-out failed. Please try again.'));
    }
  });
  return run;
}
