/** The values of what is printed for the rooms of an exam. */
import { missingCharacters, type PrintPart, qrSvg } from '@kaopei/print'
import { placeState } from '@kaopei/venue/contract/codes'
import type { PrintedRow } from '../seats.sql.ts'
import { noPhotos, type Photos } from './photos.ts'

export interface PrintedExam {
  readonly company: string
  readonly exam: string
  readonly when: string
  /** Whoever has not begun by now is absent. */
  readonly isOver: boolean
  readonly printed: string
  /** In their order. */
  readonly rooms: readonly {
    readonly roomId: string
    readonly roomName: string
    readonly address: string
    /** Names of its seats that a wheelchair reaches. */
    readonly accessible: ReadonlySet<string>
  }[]
}

/** Stands for a character that no font has, as printers do; the note asks for it to be written by hand. */
const geta = '〓'
const byHand = `“${geta}”为无法打印的字，请手写补上。`

export function printable(text: string): string {
  const missing = new Set(missingCharacters(text))
  return missing.size === 0 ? text : [...text.normalize('NFC')].map((one) => (missing.has(one) ? geta : one)).join('')
}

export const printLimits = { limitSeconds: 300, limitMiB: 1536 }

function factsOf({ company, exam, when, printed }: PrintedExam) {
  return { company: printable(company), exam: printable(exam), when, printed }
}

/** For `ticketTemplate`. A photo that nothing can read keeps nobody from their ticket. */
export function ticketsOf(exam: PrintedExam, people: readonly PrintedRow[], photos: Photos): PrintPart {
  const tickets = (shown: Photos) => ({ ...factsOf(exam), tickets: people.map((one) => ticketOf(one, exam, shown)) })
  return { data: tickets(photos), files: photos.files, ...(photos.names.size > 0 && { otherwise: tickets(noPhotos) }) }
}

/** For `attendanceTemplate`. */
export function attendanceOf(exam: PrintedExam, people: readonly PrintedRow[]): PrintPart {
  const rooms = exam.rooms
    .map((room) =>
      roomOf(
        room,
        exam,
        people.filter(({ roomId }) => roomId === room.roomId),
      ),
    )
    .filter((room) => room.people.length > 0)
  return { data: { ...factsOf(exam), rooms } }
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
    seat: room?.accessible.has(person.seat) ? `${person.seat}（无障碍座位）` : person.seat,
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
