import { useState } from 'react';
import type { StaffDriver } from '#common/drivers/driver.ts';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { CheckChips } from '../check-chips.tsx';
import { FormSection } from '../form-panel.tsx';

interface DriverChoiceProps {
  drivers: readonly StaffDriver[];
  /** Ids of the chosen drivers. */
  chosen: readonly string[];
  onChange: (driverIds: string[]) => void;
}

/** With more drivers than this there is a search. */
const MANY = 12;

/** Chooses the drivers of a vehicle. Chosen drivers stay visible during a search. */
export function DriverChoice({ drivers, chosen, onChange }: DriverChoiceProps) {
  const [search, setSearch] = useState('');
  const isFound = ({ name }: StaffDriver) => name.toLowerCase().includes(search.trim().toLowerCase());
  const hasSearch = drivers.length > MANY;
  const shown = drivers.filter(
    (driver) => chosen.includes(driver.id) || (isFound(driver) && (!hasSearch || search.trim() !== '')),
  );

  return (
    <FormSection title="Drivers">
      {drivers.length === 0 && (
        <p className="text-14 text-ink-2">There are no drivers yet. You can add them here later.</p>
      )}
      {hasSearch && (
        <Field label="Find a driver">
          {(control) => (
            <TextInput
              {...control}
              type="search"
              autoComplete="off"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          )}
        </Field>
      )}
      {shown.length > 0 && (
        <CheckChips
          legend="Who drives it"
          options={shown.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={chosen}
          onChange={onChange}
        />
      )}
    </FormSection>
  );
}
