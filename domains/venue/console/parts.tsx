import { whenShown } from '@kaopei/web'
import type { RoomTabProps } from './room-picker.tsx'
import type { SeatGridProps } from './seats/seat-grid.tsx'

/** Type 9, exam rooms. */
export const RoomTab = whenShown<RoomTabProps>(() => import('./room-picker.tsx'))

/** The seats of a room from above. */
export const SeatGrid = whenShown<SeatGridProps>(() =>
  import('./seats/seat-grid.tsx').then((grid) => ({ default: grid.SeatGrid })),
)
