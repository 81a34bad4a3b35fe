import { useCallback, useState } from 'react';
import { connectDevice, type Device, disconnectDevice, readDevice } from '#common/rides/position-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { call } from '#web/lib/call.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';

/** Settings for a third-party app that sends the driver's position in the background. */
export function DeviceSettings() {
  const load = useCallback((signal: AbortSignal) => call(readDevice, {}, { signal }), []);
  const { state } = useLoaded(load);
  const [changed, setChanged] = useState<Device | null>(null);
  const device = changed ?? (state.phase === 'loaded' ? state.value : null);
  const { run, isPending } = useInFlight(async (isOn: boolean) => {
    try {
      setChanged(await call(isOn ? connectDevice : disconnectDevice));
    } catch (error) {
      toastFailure('Error', error, 'Not saved. Try again.');
    }
  });
  if (!device) return null;

  return (
    <Disclosure title="Send your position from an app" className="mt-12 border-t">
      <div className="max-w-[36em] pb-6">
        <p className="text-ink-2">
          An app such as Traccar Client keeps running while you navigate with another. Riders see you only
          while you are driving to them or with them.
        </p>
        {device.deviceId && (
          <dl className="mt-4 grid gap-3">
            <Entry label="Server URL" value={device.serverUrl} />
            <Entry label="Device identifier" value={device.deviceId} />
          </dl>
        )}
        <div className="mt-5 flex flex-wrap gap-3">
          <Button variant="outline" isPending={isPending} pendingLabel="Saving..." onClick={() => run(true)}>
            {device.deviceId ? 'Get a new identifier' : 'Connect an app'}
          </Button>
          {device.deviceId && (
            <Button variant="outline" onClick={() => run(false)}>
              Disconnect
            </Button>
          )}
        </div>
      </div>
    </Disclosure>
  );
}

const Entry = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className="text-14 text-ink-2">{label}</dt>
    <dd className="figures font-normal wrap-anywhere select-all">{value}</dd>
  </div>
);
