import { whenShown } from '@kaopei/web'

/** Type 9, exam rooms. */
export const RoomTab = whenShown(() => import('./room-picker.tsx'))
