import type { VehicleShape } from '../vehicle-shape.ts';
import { Wheel } from './wheel.tsx';

/** The wheels of one vehicle and the metal they share. */
export function Wheels({ wheels, id }: { wheels: VehicleShape['wheels']; id: string }) {
  return (
    <>
      <linearGradient id={`${id}-rim`} x1="0" y1="1" x2="0" y2="0">
        <stop stopColor="#F1ECE2" />
        <stop offset=".55" stopColor="#B3AB9D" />
        <stop offset="1" stopColor="#6B645A" />
      </linearGradient>
      <linearGradient id={`${id}-disc`} x1="0" y1="1" x2="0" y2="0">
        <stop stopColor="#B9B1A3" />
        <stop offset="1" stopColor="#5B554D" />
      </linearGradient>
      {wheels.map((wheel) => (
        <Wheel key={wheel.x} {...wheel} id={id} />
      ))}
    </>
  );
}
