import { type DownloadRow, jobState } from '../contract/download.ts'

/** It waits or is under way. */
export const isActive = ({ state }: Pick<DownloadRow, 'state'>) => state === jobState.waiting || state === jobState.running
