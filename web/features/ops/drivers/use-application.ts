import { useEffect, useState } from 'react';
import type { ApplicationDetails } from '#common/driver-applications/application-views.ts';
import { readDriverApplication } from '#common/driver-applications/driver-applications-api.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';

/** A command on an application. Returns its new state. */
export type ChangeApplication = (application: ApplicationDetails) => Promise<ApplicationDetails>;

/** How long after an approval the driver has usually been created, or the application states the problem. */
const FOLLOW_UP_MS = 3_000;

/**
 * Loads an application and runs changes of it, one at a time. Reloads it after a conflict, and
 * after its approval until the driver has been created or the application states the problem.
 */
export function useApplication(applicationId: string) {
  const [application, setApplication] = useState<ApplicationDetails | null>(null);
  const [failure, setFailure] = useState<'gone' | 'failed' | null>(null);

  const load = async () => {
    setFailure(null);
    try {
      setApplication(await call(readDriverApplication, { applicationId }));
    } catch (error) {
      setFailure(error instanceof ApiError && error.status === 404 ? 'gone' : 'failed');
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once per application
  useEffect(() => {
    void load();
  }, [applicationId]);

  const isBeingCreated =
    application?.status === 'approved' && application.driverId === null && application.problem === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads it again after each reply and each failure
  useEffect(() => {
    if (!isBeingCreated) return;
    const timer = setTimeout(() => void load(), FOLLOW_UP_MS);
    return () => clearTimeout(timer);
  }, [application, failure]);

  const { run, isPending } = useInFlight(async (change: ChangeApplication, onDone?: () => void) => {
    if (!application) return;
    try {
      setApplication(await change(application));
      onDone?.();
    } catch (error) {
      toastFailure('Not saved', error);
      if (error instanceof ApiError && error.status === 409) await load();
    }
  });

  return { application, failure, load, change: run, isPending };
}
