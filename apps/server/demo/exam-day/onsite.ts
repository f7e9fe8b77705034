import { examAnnouncements } from '@kaopei/exam/contract/exam-announcements'
import { examInvigilators } from '@kaopei/exam/contract/exam-invigilators'
import { examRooms } from '@kaopei/exam/contract/exam-rooms'
import { hall } from '@kaopei/proctoring/contract/hall'
import { incident } from '@kaopei/proctoring/contract/incidents/incident'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { room } from '@kaopei/venue/contract/room'
import type { DemoClient } from '../client.ts'
import type { DemoCompany, DemoStaff } from '../company.ts'
import type { Stage } from '../stage.ts'
import { openFixedExam } from './fixed-exam.ts'
import { acknowledge, begin, handIn, leave, type Sitter, tellEvents, write } from './sitter.ts'

const minute = 60_000

export interface Onsite {
  readonly examId: string
  readonly openAt: Date
  readonly sitters: readonly Sitter[]
}

/** Whose exam went so; the numbers count those who sat. */
export const cast = {
  shared: 0,
  covered: 1,
  tooOften: 2,
  device: 3,
  explained: 4,
  warned: 5,
  forced: 6,
  ill: 7,
  calls: 8,
  offline: 9,
}
const [copied, copier, elsewhere, hasty] = [10, 11, 12, 13]

/**
 * An exam in two rooms, yesterday: signed in by eye and QR, one refused, some absent; a power cut that stopped one room's clock, acts of the invigilators,
 * absences, a camera that was covered.
 */
export async function holdOnsiteExam(stage: Stage, company: DemoCompany, openAt: Date): Promise<Onsite> {
  const admin = stage.as(company.admin, true)
  const people = [...company.candidates.slice(0, 1), ...company.staff.slice(196, 230)]
  stage.now = new Date(openAt.getTime() - 3 * 24 * 60 * minute)
  const rooms = (await admin.call(room.list, { pageIndex: 1, pageSize: 2 })).dataList
  const examId = await openFixedExam(admin, {
    name: '2026 年电工特种作业上岗考试',
    information: '请携带准考证与身份证件，提前 15 分钟到考场签到。考试过程将拍摄屏幕与摄像头照片，仅用于本场考试的监考与复核。',
    openAt,
    closeAt: new Date(openAt.getTime() + 70 * minute),
    people,
    settings: { duration: 50, switchScreenNumberLimit: 5, permitScreenPhoto: true, permitCamera: true, permitViewAnswer: true },
    counts: { 1: 14, 2: 5, 3: 5 },
    arrange: async (examinationId) => {
      const wishes = rooms.map(({ id }) => ({ roomId: id, layoutName: '全部座位' }))
      await admin.call(examRooms.save, { examinationId, isEven: true, rooms: wishes })
      await admin.call(examRooms.distribute, { examinationId })
      for (const [at, { id }] of rooms.entries()) {
        const staffIds = company.staff.slice(40 + at, 41 + at).map((person) => person.id)
        await admin.call(examInvigilators.add, { examinationId, staffIds, roomId: id })
      }
    },
  })
  const day: Day = { stage, admin, examId, openAt, rooms: rooms.map(({ id }) => id) }
  const present = await signIn(day, people)
  const sitters = await sit(day, present)
  return { examId, openAt, sitters }
}

interface Day {
  readonly stage: Stage
  readonly admin: DemoClient
  readonly examId: string
  readonly openAt: Date
  readonly rooms: readonly string[]
}

const at = ({ openAt }: Pick<Day, 'openAt'>, minutes: number) => new Date(openAt.getTime() + minutes * minute)

interface Present {
  readonly person: DemoStaff
  readonly roomId: string | null
}

/** Three do not come, one has forgotten the documents. */
async function signIn(day: Day, people: readonly DemoStaff[]): Promise<Present[]> {
  const { stage, admin, examId: examinationId } = day
  const { dataList } = await admin.call(examRooms.list, { examinationId, pageIndex: 1, pageSize: 100 })
  const roomOf = new Map(dataList.map(({ staffId, roomId }) => [staffId, roomId]))
  const coming = people.slice(0, -3)
  const refused = coming.at(-1)
  for (const [number, { id: staffId }] of coming.entries()) {
    stage.now = new Date(at(day, -18).getTime() + number * 25_000)
    const act = { examinationId, staffId }
    if (staffId === refused?.id) {
      await admin.call(examRooms.checkIn, { ...act, act: 'refused', reason: '未携带身份证件，已告知改期' })
      continue
    }
    await admin.call(examRooms.checkIn, { ...act, act: 'verified' })
    await admin.call(examRooms.checkIn, { ...act, act: 'seated' })
  }
  return coming.slice(0, -1).map((person) => ({ person, roomId: roomOf.get(person.id) ?? null }))
}

async function sit(day: Day, present: readonly Present[]): Promise<Sitter[]> {
  const { stage } = day
  const sitters: Sitter[] = []
  for (const [number, { person, roomId }] of present.entries()) {
    const net = day.rooms.indexOf(roomId ?? '') + 1
    const [address, device] = number === elsewhere ? ['10.9.33.7', 'notebook'] : [`10.8.${net}.${20 + number}`, 'room-pc']
    const isCopied = number === copied || number === copier
    sitters.push(
      await begin(stage, person, {
        ...{ examId: day.examId, at: new Date(day.openAt.getTime() + (number % 9) * 11_000), address },
        device: `${device}-${String(number).padStart(4, '0')}:demo-tab`,
        ability: isCopied ? 0.55 : 0.55 + ((number * 7) % 10) / 25,
        seed: isCopied ? 4711 : 1000 + number,
      }),
    )
  }
  const writeOn = (sitter: Sitter, number: number, part: { from: number; until: number; minutes: number }) =>
    write(stage, sitter, { ...part, begun: at(day, part.minutes), secondsEach: number === hasty ? 1.2 : 30 + (number % 5) })
  await each(sitters, (sitter, number) => writeOn(sitter, number, { from: 0, until: 0.4, minutes: 2 }))
  await stopClock(day)
  await each(sitters, (sitter, number) => writeOn(sitter, number, { from: 0.4, until: 0.75, minutes: 18 }))
  await actAndLeave(day, sitters)
  await each(sitters, async (sitter, number) => {
    if (number === cast.forced || number === cast.tooOften) return
    await writeOn(sitter, number, { from: 0.75, until: 1, minutes: 29 })
    await acknowledge(stage, sitter, at(day, 36))
    await handIn(stage, sitter, at(day, 37 + (number % 7) * 2))
  })
  return sitters
}

/** One after the other, as their clocks say. */
async function each(sitters: readonly Sitter[], what: (sitter: Sitter, number: number) => Promise<void>): Promise<void> {
  for (const [number, sitter] of sitters.entries()) await what(sitter, number)
}

/** Said afterwards: the first room was without power for six minutes. */
async function stopClock(day: Day): Promise<void> {
  const [roomId = ''] = day.rooms
  day.stage.now = at(day, 16.5)
  await day.admin.call(incident.apply, {
    ...{ examId: day.examId, scopeKind: 2, roomIds: [roomId], restartMinutes: 2 },
    ...{ fromTime: at(day, 9).toISOString(), untilTime: at(day, 15).toISOString() },
    ...{ title: '第 1 考场断电', reason: 'environment.power', note: '配电箱跳闸，已恢复供电' },
  })
}

/** What invigilators did, and why. */
async function actAndLeave(day: Day, sitters: readonly Sitter[]): Promise<void> {
  const { stage, admin, examId } = day
  const one = (number: number) => {
    const sitter = sitters[number]
    if (!sitter) throw new Error('the exam has too few candidates')
    return sitter
  }
  const named = (number: number) => ({ examId, attemptIds: [one(number).attemptId] })
  const does = async (minutes: number, act: () => Promise<unknown>) => {
    stage.now = at(day, minutes)
    await act()
  }
  await does(19, () => admin.call(hall.pause, { ...named(cast.ill), reason: 'candidate.illness', note: '考生头晕，饮水休息' }))
  await does(20, () =>
    admin.call(examAnnouncements.send, {
      ...{ examinationId: examId, audience: 'all' },
      text: '第 1 考场因断电已顺延，请以屏幕倒计时为准。',
    }),
  )
  await leave(stage, one(cast.shared), at(day, 20), 24)
  await leave(stage, one(cast.shared), at(day, 22), 9)
  await leave(stage, one(cast.warned), at(day, 21), 41)
  await does(22.5, () =>
    admin.call(hall.tell, {
      ...named(cast.warned),
      kind: 'warning',
      reason: 'candidate.behaviour',
      text: '请不要离开答题页面。',
    }),
  )
  await does(23, () => admin.call(hall.resume, { ...named(cast.ill), reason: 'candidate.illness' }))
  for (let time = 0; time < 6; time++) await leave(stage, one(cast.tooOften), at(day, 21 + time * 0.6), 6 + time * 3)
  await handIn(stage, one(cast.tooOften), at(day, 24.6), 'limit')
  await coverCamera(day, one(cast.covered))
  await tellEvents(stage, one(cast.offline), at(day, 25.5), [
    { type: 'netDown' },
    { type: 'netUp', durationMs: 95_000 },
    { type: 'captureGap', durationMs: 90_000, detail: '2/picture:full' },
  ])
  await does(24, () =>
    one(cast.calls).client.call(sitting.callForHelp, { attemptId: one(cast.calls).attemptId, text: '鼠标失灵，请更换' }),
  )
  await does(25, () => admin.call(hall.answerCalls, named(cast.calls)))
  await does(28, () =>
    admin.call(hall.force, { ...named(cast.forced), reason: 'candidate.behaviour', note: '与邻座交谈，劝阻无效' }),
  )
}

async function coverCamera(day: Day, sitter: Sitter): Promise<void> {
  await tellEvents(day.stage, sitter, at(day, 23), [{ type: 'captureLost', detail: 'first:muted' }])
  await tellEvents(day.stage, sitter, at(day, 26), [{ type: 'captureBack', durationMs: 180_000, detail: 'first' }])
}
