import type { VehicleShape } from '../vehicle-shape.ts';

/** What stands on the roof: air conditioner, rack, amber marker lamps. */
export function Roof({
  roofUnit,
  roofBars,
  roofMarkers,
}: Pick<VehicleShape, 'roofUnit' | 'roofBars' | 'roofMarkers'>) {
  return (
    <>
      {roofUnit && (
        <>
          <path d={roofUnit} fill="var(--paint-body)" />
          <path d={roofUnit} className="line" stroke="var(--paint-edge)" />
        </>
      )}
      {roofBars && (
        <path d={roofBars} className="line" stroke="var(--vehicle-roof-bars)" strokeOpacity=".9" />
      )}
      {roofMarkers && <path d={roofMarkers} fill="#FFB54A" />}
    </>
  );
}
