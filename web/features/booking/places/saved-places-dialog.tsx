import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  MAX_PLACE_NAME,
  type PlaceFields,
  placeFieldsSchema,
  type SavedPlace,
} from '#common/places/saved-places-api.ts';
import { PlaceCombobox } from '#web/components/place-combobox.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { keepPlace, removePlace } from './load-saved-places.ts';
import { useSavedPlacesStore } from './saved-places-store.ts';

const NEW: PlaceFields = { name: '', address: '' };

/**
 * The form below the list, for an existing place or a new one. `count` is its React key: each opened form
 * gets a new one.
 */
interface OpenForm {
  place: SavedPlace | null;
  count: number;
}

/** The rider's saved places, to add, change and remove. */
export function SavedPlacesDialog({ onClose }: { onClose: () => void }) {
  const places = useSavedPlacesStore((state) => state.places);
  const [form, setForm] = useState<OpenForm>({ place: null, count: 0 });
  const edit = (place: SavedPlace) =>
    setForm((now) => (now.place === place ? now : { place, count: now.count + 1 }));
  // After a save the form is empty again, unless another place was opened meanwhile.
  const handleDone = () => setForm((now) => (now === form ? { place: null, count: now.count + 1 } : now));

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Saved places"
      description="They are suggested first when you enter a pickup or drop-off. Only you see their names."
    >
      {places.length === 0 ? (
        <p className="text-ink-2">No saved places yet.</p>
      ) : (
        <ul className="border-line border-t">
          {places.map((place) => (
            <PlaceRow key={place.id} place={place} onEdit={() => edit(place)} />
          ))}
        </ul>
      )}
      <PlaceForm key={form.count} place={form.place} onDone={handleDone} />
    </Dialog>
  );
}

function PlaceRow({ place, onEdit }: { place: SavedPlace; onEdit: () => void }) {
  const { run, isPending } = useInFlight(async () => {
    try {
      await removePlace(place.id);
    } catch (error) {
      toastFailure('Not removed', error);
    }
  });
  return (
    <li className="flex min-h-16 items-center border-line border-b">
      <p className="min-w-0 flex-1 leading-snug">
        <span className="block font-medium wrap-anywhere">{place.name}</span>
        <span className="block text-14 text-ink-2 wrap-anywhere">{place.address}</span>
      </p>
      <IconButton label={`Edit ${place.name}`} onClick={onEdit}>
        <Pencil aria-hidden size={18} />
      </IconButton>
      <IconButton label={`Remove ${place.name}`} aria-disabled={isPending} onClick={() => run()}>
        <Trash2 aria-hidden size={18} />
      </IconButton>
    </li>
  );
}

/** Whether the component is still mounted, for async callbacks. */
function useIsOpen() {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}

interface PlaceFormProps {
  /** The place to change; null for a new one. */
  place: SavedPlace | null;
  onDone: () => void;
}

/** The form for name and address of a place. */
function PlaceForm({ place, onDone }: PlaceFormProps) {
  const [fields, setFields] = useState<PlaceFields>(place ?? NEW);
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useFocusFirstInvalid(errors);
  const isOpen = useIsOpen();
  const edit = (change: Partial<PlaceFields>) => setFields((before) => ({ ...before, ...change }));

  const { run, isPending } = useInFlight(async () => {
    const checked = placeFieldsSchema.safeParse(fields);
    setErrors(fieldErrors(checked.error?.issues ?? []));
    if (!checked.success) return;
    try {
      await keepPlace(checked.data, place?.id ?? null);
      onDone();
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : [];
      setErrors(fieldErrors(issues));
      // When the form was closed meanwhile, a toast replaces the errors beside its fields.
      if (issues.length === 0 || !isOpen.current) {
        const what = isOpen.current ? 'Not saved' : `${checked.data.name} was not saved`;
        toastFailure(what, error);
      }
    }
  });

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble from the dialog to the booking form, which must not be submitted.
    event.stopPropagation();
    void run();
  };

  return (
    <form ref={form} noValidate onSubmit={handleSubmit} className="mt-6 grid gap-5">
      <h3 className="font-semibold">{place ? `Edit ${place.name}` : 'Add a place'}</h3>
      <Field label="Name" error={errors.name}>
        {(control) => (
          <TextInput
            {...control}
            name="name"
            placeholder="Home"
            autoComplete="off"
            autoFocus={place !== null}
            maxLength={MAX_PLACE_NAME}
            value={fields.name}
            onChange={({ target }) => edit({ name: target.value })}
          />
        )}
      </Field>
      <Field label="Address" error={errors.address}>
        {(control) => (
          <PlaceCombobox
            control={control}
            name="address"
            placeholder="Hotel, venue or address"
            value={fields.address}
            onChange={(address) => edit({ address })}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isPending={isPending} pendingLabel="Saving...">
          Save place
        </Button>
        {place && (
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
