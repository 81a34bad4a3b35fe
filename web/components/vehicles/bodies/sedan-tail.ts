/** Tail end that the sedan and every limousine share. */
export const sedanTail = {
  lamp: 'M6.5 100C20 103 34 103 46 102L44 94C30 95 16 92 3.6 87Z',
  bumper: 'M44 94C58 84 66 74 72 62M2.5 60L72 57',
} as const;
