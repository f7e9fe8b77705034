import { whenShown } from '@kaopei/web'
import type { SeatGridProps } from './seats/seat-grid.tsx'

/** Type 9, exam rooms. */
export const RoomTab = whenShown(() => import('./room-picker.tsx'))

/** The seats of a room from above. */
export const SeatGrid = whenShown<SeatGridProps>(() =>
  import('./seats/seat-grid.tsx').then((grid) => ({ default: grid.SeatGrid })),
)
