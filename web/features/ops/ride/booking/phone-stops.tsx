import { X } from 'lucide-react';
import { useRef } from 'react';
import { MAX_STOPS } from '#common/rides/request-ride.ts';
import { PlaceCombobox } from '#web/components/place-combobox.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import type { PhoneDraft } from './phone-draft.ts';

interface PhoneStopsProps {
  draft: PhoneDraft;
  problems: FieldErrors;
  onEdit: (change: Partial<PhoneDraft>) => void;
}

/** The stops on the way, each with its way out, and one more. */
export function PhoneStops({ draft: { stops }, problems, onEdit }: PhoneStopsProps) {
  const add = useRef<HTMLButtonElement>(null);
  return (
    <>
      {stops.map((stop, index) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: stops are their texts and their order
          key={index}
          label={`Stop ${index + 1}`}
          error={problems[`stops.${index}`]}
          className="sm:col-span-2"
        >
          {(control) => (
            <div className="relative">
              <PlaceCombobox
                control={control}
                name={`stops.${index}`}
                placeholder="Hotel, venue or address"
                value={stop}
                autoFocus={stop === ''}
                className="pr-12"
                onChange={(value) => onEdit({ stops: stops.with(index, value) })}
              />
              <IconButton
                label={`Remove stop ${index + 1}`}
                className="absolute top-0.5 right-0.5"
                onClick={() => {
                  onEdit({ stops: stops.toSpliced(index, 1) });
                  add.current?.focus();
                }}
              >
                <X aria-hidden size={18} />
              </IconButton>
            </div>
          )}
        </Field>
      ))}
      <Button
        ref={add}
        variant="quiet"
        className="justify-self-start"
        isUnavailable={stops.length === MAX_STOPS}
        onClick={() => onEdit({ stops: [...stops, ''] })}
      >
        Add a stop
      </Button>
    </>
  );
}
