/** What a room that lets people sit needs beside the pages: enter with the sheet just given, know this device, go on without network. */
export { openBrowserStore } from './outbox/store.ts'
export { handOver } from './room/page.tsx'
export { canFullScreen, enterFullScreen } from './room/use-rules.ts'
export { keepOnly, ownPapers, watchPapers } from './session/kept-paper.ts'
export { keepSafeProof, safeHeaders } from './session/safe-proof.ts'
export { deviceName } from './session/tab-lease.ts'
export { type OpenRoom, type RoomPartProps, roomParts } from './slots.ts'
