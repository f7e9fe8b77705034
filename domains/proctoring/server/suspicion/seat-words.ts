/** Where somebody sits, as people read it; they may have a room and no seat in it yet. */
export function seatWords(roomName: string | null, seat: string | null): string {
  return `${roomName ?? ''} ${seat ?? '（未排座）'}`.trim()
}
