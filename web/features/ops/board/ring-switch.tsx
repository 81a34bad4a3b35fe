import { Switch } from '#web/components/ui/switch.tsx';
import { useSound } from '#web/lib/play-alert.ts';
import { setRing, useRing } from './alert-arrived.ts';

/** Switch for the sound of new alerts. */
export function RingSwitch() {
  const isOn = useRing((ring) => ring.isOn);
  return (
    <div className="flex items-center gap-3 xl:mr-2">
      <Switch isOn={isOn} onChange={setRing}>
        Ring<span className="sr-only"> for alerts</span>
      </Switch>
      {isOn && <SoundNote />}
    </div>
  );
}

/** Explains how to enable sound until the browser allows it. */
function SoundNote() {
  const isAllowed = useSound();
  return isAllowed ? null : <p className="text-12 text-ink-2">Click or tap anywhere to turn the sound on.</p>;
}
