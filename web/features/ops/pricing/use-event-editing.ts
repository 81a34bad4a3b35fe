import {
  addSurgeEvent,
  changeSurgeEvent,
  endSurgeEvent,
  type NewSurgeEvent,
  type SurgeEvent,
} from '#common/fares/surge-days-api.ts';
import { toast } from '#web/components/ui/toast.ts';
import { call } from '#web/lib/call.ts';
import { type EditRefusal, refuseEdit } from '../refuse-edit.ts';
import { useOpenForm } from '../use-open-form.ts';

/** What the form edits: a new event on a day, or an existing event. */
type Subject = { day: string; event: SurgeEvent | null };

const keyOf = ({ day, event }: Subject): string => event?.id ?? day;

interface EventEditing {
  /** Loads the calendar again. @returns its events; null if it could not be loaded */
  reload: () => Promise<readonly SurgeEvent[] | null>;
  /** Called after the form closed. */
  onClosed: () => void;
}

/** The form of the surge calendar: which event it edits, and saving or ending that event. */
export function useEventEditing({ reload, onClosed }: EventEditing) {
  const { subject, show, isOpen } = useOpenForm(keyOf);

  /** Closes the form only if it still shows the event that this reply is about. */
  const close = () => {
    if (!isOpen(subject)) return;
    show(null);
    onClosed();
  };
  const refuse = (error: unknown) =>
    refuseEdit(error, {
      known: subject?.event ?? null,
      isOpen: () => isOpen(subject),
      reload,
      fieldOfNew: 'name',
    });

  const save = async (
    event: NewSurgeEvent,
    known: SurgeEvent | null,
  ): Promise<EditRefusal<SurgeEvent> | null> => {
    try {
      if (known) await call(changeSurgeEvent, { eventId: known.id, version: known.version, ...event });
      else await call(addSurgeEvent, event);
    } catch (error) {
      return refuse(error);
    }
    toast.success(known ? 'Event saved' : 'Event added', 'It applies to the next quote.');
    close();
    await reload();
    return null;
  };

  const end = async ({ id, version, name }: SurgeEvent): Promise<EditRefusal<SurgeEvent> | null> => {
    try {
      const { event } = await call(endSurgeEvent, { eventId: id, version });
      toast.success(event ? `${name} ends today` : `${name} is removed`);
      close();
      await reload();
      return null;
    } catch (error) {
      return refuse(error);
    }
  };

  return {
    subject,
    /** The React key of the form. */
    key: subject && keyOf(subject),
    add: (day: string) => show({ day, event: null }),
    open: (event: SurgeEvent) => show({ day: event.firstDay, event }),
    close,
    save,
    end,
  };
}
