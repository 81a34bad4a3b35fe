import { Phone } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '#web/components/ui/button.tsx';
import { OPS_CONTROL } from '../ops-control.ts';
import { BookByPhone } from './booking/book-by-phone.tsx';

/** Value of the URL parameter `do` while a ride is being booked by phone. */
const BOOKING = 'book';

/** The board's button for booking by phone, and the panel that is open while the URL has `?do=book`. */
export function BookingSlot() {
  const [search, setSearch] = useSearchParams();
  const isOpen = search.get('do') === BOOKING && !search.has('ride');
  const go = (change: { do?: string; ride?: string }) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      next.delete('do');
      next.delete('ride');
      for (const [name, value] of Object.entries(change)) next.set(name, value);
      return next;
    });

  return (
    <>
      <Button className={OPS_CONTROL} onClick={() => go({ do: BOOKING })}>
        <Phone aria-hidden size={16} />
        Book
      </Button>
      {isOpen && <BookByPhone onClose={() => go({})} onBooked={({ id }) => go({ ride: id })} />}
    </>
  );
}
