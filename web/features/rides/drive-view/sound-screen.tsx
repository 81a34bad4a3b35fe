import { Minus, Plus, Volume2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { playSound, useSound } from '#web/lib/play-alert.ts';
import { speak } from '#web/lib/speak.ts';
import { changeVolume, setAlert, useAlertSettings } from '../alerts/alert-settings.ts';
import { Figure, StepButton } from './drive-frame.tsx';

/** Plays the sound and speech of a request with the current settings. */
function playSample(): void {
  const { rings, reads, volume } = useAlertSettings.getState();
  if (rings) playSound('new', volume);
  if (reads) speak('New request.', volume);
}

/** Settings for volume, voice and ring, at the size of the Drive view. */
export function SoundScreen({ onDone }: { onDone: () => void }) {
  const { rings, reads, readsOnlyFitting, volume } = useAlertSettings();
  const isAllowed = useSound();
  return (
    <div className="drive-frame">
      <header className="flex items-center [grid-area:top]">
        <h2 className="flex-1 font-semibold">Sound</h2>
        <button type="button" aria-label="Close" className="drive-icon" onClick={onDone}>
          <X aria-hidden size={32} />
        </button>
      </header>
      <div className="drive-content">
        <div className="flex items-center justify-between gap-4 border-line border-b pb-4">
          <StepButton label="Softer" onPress={() => changeVolume(-1)}>
            <Minus aria-hidden size={36} />
          </StepButton>
          <p className="text-center">
            <span className="drive-tall block text-ink-2">Volume</span>
            <output aria-label="Volume" className="block">
              <Figure size={4}>{`${volume}`}</Figure>
            </output>
          </p>
          <StepButton label="Louder" onPress={() => changeVolume(1)}>
            <Plus aria-hidden size={36} />
          </StepButton>
        </div>
        <SoundSwitch isOn={reads} onChange={(isOn) => setAlert('reads', isOn)}>
          Voice
        </SoundSwitch>
        <SoundSwitch isOn={rings} onChange={(isOn) => setAlert('rings', isOn)}>
          Ring
        </SoundSwitch>
        <SoundSwitch isOn={readsOnlyFitting} onChange={(isOn) => setAlert('readsOnlyFitting', isOn)}>
          Only what fits
        </SoundSwitch>
        {!isAllowed && <p className="mt-3 text-ink-2">Press any key or tap for sound.</p>}
      </div>
      <div className="drive-commands">
        <button type="button" className="drive-button drive-button-alone" onClick={playSample}>
          <Volume2 aria-hidden size={28} />
          Hear it
        </button>
        <button type="button" className="drive-button drive-main drive-gold drive-done" onClick={onDone}>
          Done
        </button>
      </div>
    </div>
  );
}

interface SoundSwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}

const SoundSwitch = ({ isOn, onChange, children }: SoundSwitchProps) => (
  <button
    type="button"
    role="switch"
    aria-checked={isOn}
    className="drive-switch"
    onClick={() => onChange(!isOn)}
  >
    {children}
    <span aria-hidden />
  </button>
);
