import { useMedia } from './use-media.ts'

/** Below 992 px the layout is the mobile one. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 991px)')
