/** The values of what is printed for the rooms of an exam. */
import { missingCharacters, PrintFailure, printPdf, qrSvg } from '@kaopei/print'
import { placeState } from '@kaopei/venue/contract/codes'
import type { PrintedSheet } from '../../../contract/exam-tickets.ts'
import type { PrintedRow } from '../seats.sql.ts'
import { noPhotos, type Photos } from './photos.ts'
import { attendanceTemplate, ticketTemplate } from './templates.ts'

export interface PrintedExam {
  readonly company: string
  readonly exam: string
  readonly when: string
  /** Whoever has not begun by now is absent. */
  readonly isOver: boolean
  readonly printed: string
  /** In their order. */
  readonly rooms: readonly { readonly roomId: string; readonly roomName: string; readonly address: string }[]
}

/** Stands for a character that no font has, as printers do; the note asks for it to be written by hand. */
const geta = '〓'
const byHand = `“${geta}”为无法打印的字，请手写补上。`

export function printable(text: string): string {
  const missing = new Set(missingCharacters(text))
  return missing.size === 0 ? text : [...text.normalize('NFC')].map((one) => (missing.has(one) ? geta : one)).join('')
}

const limits = { limitSeconds: 300, limitMiB: 1536 }

interface Printed {
  readonly exam: PrintedExam
  readonly people: readonly PrintedRow[]
  /** Of tickets. */
  readonly photos: Photos
}

export async function printSheet(sheet: PrintedSheet, { exam, people, photos }: Printed): Promise<Uint8Array> {
  const facts = { company: printable(exam.company), exam: printable(exam.exam), when: exam.when, printed: exam.printed }
  if (sheet === 'tickets') {
    const tickets = (shown: Photos) => ({ ...facts, tickets: people.map((one) => ticketOf(one, exam, shown)) })
    try {
      return await printPdf(ticketTemplate, tickets(photos), { ...limits, files: photos.files })
    } catch (error) {
      // A photo that nothing can read keeps nobody from their ticket.
      const isOfPhotos = error instanceof PrintFailure && error.reason === 'template' && photos.names.size > 0
      if (isOfPhotos) return printPdf(ticketTemplate, tickets(noPhotos), limits)
      throw error
    }
  }
  const rooms = exam.rooms
    .map((room) =>
      roomOf(
        room,
        exam,
        people.filter(({ roomId }) => roomId === room.roomId),
      ),
    )
    .filter((room) => room.people.length > 0)
  return printPdf(attendanceTemplate, { ...facts, rooms }, limits)
}

function ticketOf({ roomId, ...person }: PrintedRow, { rooms }: PrintedExam, photos: Photos) {
  const room = rooms.find((one) => one.roomId === roomId)
  const name = printable(person.name)
  return {
    name,
    number: person.ticketNumber,
    jobNumber: printable(person.jobNumber ?? '—'),
    department: printable(person.department ?? '—'),
    room: printable(room?.roomName ?? ''),
    address: printable(room?.address || '—'),
    seat: person.needsAccessible ? `${person.seat}（无障碍座位）` : person.seat,
    qr: qrSvg(person.code),
    photo: photos.names.get(person.staffId) ?? '',
    note: name.includes(geta) ? byHand : '',
  }
}

function roomOf({ roomName, address }: PrintedExam['rooms'][number], { isOver }: PrintedExam, people: readonly PrintedRow[]) {
  const rows = people.map((person) => ({
    seat: person.seat,
    realSeat: person.realSeat ?? '',
    number: person.ticketNumber,
    name: printable(person.name),
    jobNumber: printable(person.jobNumber ?? ''),
    department: printable(person.department ?? ''),
    state: isOver && !person.hasAttempt ? '缺考' : person.state === placeState.expected ? '' : placeState.label(person.state),
  }))
  const note = rows.some(({ name }) => name.includes(geta)) ? byHand : ''
  return { name: printable(roomName), address: printable(address), people: rows, note }
}
