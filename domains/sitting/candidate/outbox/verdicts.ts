/** What the server's word on each write means for the candidate's answers and for what is still to be sent. */
import { type Answer, isBlank } from '@kaopei/question/contract/answer'
import type { SavedSlot } from '../../contract/shapes.ts'
import type { KeptItem } from '../session/kept-paper.ts'
import type { WriteShelf } from './shelf.ts'
import type { SlotBook, SlotState } from './slots.ts'
import type { KeptReceipt } from './store.ts'
import { type PendingWrite, rebased } from './write.ts'

export interface Desk {
  readonly book: SlotBook
  readonly shelf: WriteShelf
  /** Keeps what the server has acknowledged, for a start without network. */
  readonly keepItem: (item: KeptItem) => Promise<void>
}

/** Takes the verdicts on what was sent; receipts are kept, what is settled is forgotten. */
export async function takeVerdicts(desk: Desk, slots: readonly SavedSlot[], sent: readonly PendingWrite[]): Promise<void> {
  const receipts: KeptReceipt[] = []
  for (const write of sent) {
    const said = slots.find(({ slot }) => slot === write.slot)
    const state = desk.book.get(write.slot)
    if (!said || !state) continue
    desk.shelf.noteVerdict(write)
    if (said.status === 'saved' && said.receipt && said.savedAt && said.rev !== null) {
      receipts.push({ slot: said.slot, rev: said.rev, receipt: said.receipt, savedAt: said.savedAt })
      noteSaved(desk, write, { rev: said.rev, savedAt: said.savedAt }, state)
    } else if (said.status === 'noted') noteSaved(desk, write, { rev: state.rev, savedAt: null }, state)
    else if (said.status !== 'kept') noteRefused(desk, write, said, state)
    // What is acknowledged is there before what was waiting is gone.
    await desk.keepItem(acknowledged(write, said)).catch(() => undefined)
    if (said.status !== 'kept' && said.status !== 'conflict') await desk.shelf.drop(write)
  }
  await desk.shelf.keepReceipts(receipts)
}

function acknowledged({ slot, answer, isFlagged, seen }: PendingWrite, said: SavedSlot): KeptItem {
  if (said.status === 'saved' && answer && said.rev !== null) {
    const answerState = isBlank(answer) ? 'cleared' : 'answered'
    return { slot, answer, answerState, rev: said.rev, savedAt: said.savedAt, ...(isFlagged !== undefined && { isFlagged }) }
  }
  if (said.status === 'noted') return { slot, ...(isFlagged !== undefined && { isFlagged }), ...(seen && { isSeen: true }) }
  return { slot }
}

/** Keeps both texts until the candidate has chosen, across reloads too. */
export function holdConflict(
  { shelf }: Desk,
  write: PendingWrite,
  server: { theirs: Answer | null; theirRev: number },
  state: SlotState,
): void {
  if (!write.answer) return
  state.conflict = { mine: write.answer, ...server }
  state.answer = write.answer
  void shelf.put({ ...write, isHeld: true })
}

/** The server will never take this write: it is set aside, and the candidate is told. */
export async function setAside({ book, shelf }: Desk, write: PendingWrite): Promise<void> {
  const state = book.get(write.slot)
  if (state) state.isRejected = true
  await shelf.drop(write)
}

function noteSaved(
  { book, shelf }: Desk,
  write: PendingWrite,
  { rev, savedAt }: { rev: number; savedAt: string | null },
  state: SlotState,
): void {
  if (savedAt !== null) book.noteReceipt(state, rev, savedAt)
  const newer = shelf.get(write.slot)
  if (newer && newer.seq !== write.seq) void shelf.put(rebased(newer, write.seq, state.rev))
}

function noteRefused(desk: Desk, write: PendingWrite, said: SavedSlot, state: SlotState): void {
  const newest = desk.shelf.get(write.slot) ?? write
  if (said.status === 'conflict') {
    holdConflict(desk, newest, { theirs: said.current, theirRev: said.rev ?? state.rev }, state)
    return
  }
  if (said.status === 'late') return
  if (said.status === 'blank' || said.status === 'passed') {
    if (newest.seq !== write.seq) return
    state.answer = said.current
    state.rev = said.rev ?? state.rev
    return
  }
  state.isRejected = true
}
