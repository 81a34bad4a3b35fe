import { Switch } from '#web/components/ui/switch.tsx';
import { setAlert, useAlertSettings } from './alert-settings.ts';
import { useSound } from './use-sound.ts';

/** How a driver wants to hear of new offers. */
export function OfferSwitches() {
  const { rings, counts } = useAlertSettings();
  const isSoundAllowed = useSound();

  return (
    <div className="flex flex-wrap items-center gap-x-7">
      {rings && !isSoundAllowed && (
        <p className="text-12 text-ink-2 max-sm:order-last max-sm:w-full">
          Click or tap anywhere to turn the sound on.
        </p>
      )}
      <Switch isOn={rings} onChange={(isOn) => setAlert('rings', isOn)}>
        <span>
          Ring<span className="max-sm:sr-only"> for new offers</span>
        </span>
      </Switch>
      <Switch isOn={counts} onChange={(isOn) => setAlert('counts', isOn)}>
        Count in tab title
      </Switch>
    </div>
  );
}
