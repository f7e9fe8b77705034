/** What an exam's row means for one candidate: times, entry, notice. */
import { createHash } from 'node:crypto'
import { examStatus } from '../contract/exam-codes.ts'
import { type ExamSettings, examSettings, isSimulation } from '../contract/exam-settings.ts'
import type { EntryRow } from './entry.sql.ts'
import { isOpenToOutside } from './people/outside.ts'
import { type Effective, effectivePolicy } from './rules/candidate-policy.ts'
import { captureTermsOf } from './rules/capture-kinds.ts'
import { type EffectiveTimes, extendedClose, extendedLimitMinutes } from './rules/effective-times.ts'
import { type Entry, mayEnterExam } from './rules/may-enter-exam.ts'
import { timesOfCandidate } from './times/change.ts'

export function settingsOf(row: Pick<EntryRow, 'settings'>): ExamSettings {
  return examSettings.parse(row.settings)
}

/** The times of this candidate; those of the exam for somebody who is none. */
export function timesOf(row: EntryRow): EffectiveTimes {
  return timesOfCandidate(row, row.candidate?.own ?? null)
}

/** What holds for this candidate. */
export function effectiveOf(row: EntryRow, settings: ExamSettings): Effective {
  return effectivePolicy(settings, timesOf(row), row.candidate?.policy ?? null)
}

export function entryOf(row: EntryRow, settings: ExamSettings, now: Date): Entry {
  return mayEnterExam({
    now,
    exam: {
      isPublished: row.status !== examStatus.draft && row.publishedAt !== null,
      isCancelled: row.status === examStatus.cancelled,
      latestEntryMinutes: settings.lateEntryMinutes,
      graceSeconds: settings.graceSeconds,
      isOpenToOutside: isOpenToOutside({ settings }),
    },
    times: timesOf(row),
    isCandidate: row.candidate !== null,
    isOutside: row.candidate?.isOutside ?? false,
    attempts: row.attempts,
  })
}

/** What the candidate confirms: the organiser's words, and what the exam's settings mean. The hash names exactly this wording. */
export function noticeOf(row: EntryRow, settings: ExamSettings): { information: string; terms: string[]; hash: string } {
  const terms = termsOf(row, settings)
  const hash = createHash('sha256')
    .update(JSON.stringify([row.information, terms]))
    .digest('hex')
  return { information: row.information, terms, hash }
}

function termsOf(row: EntryRow, settings: ExamSettings): string[] {
  const { forceCommitTime, switchScreenSecondsSum, lateEntryMinutes } = settings
  const times = timesOf(row)
  const { rules, capture } = effectiveOf(row, settings)
  const { absenceLimit, absenceSeconds, isFullScreen, comfort } = rules
  const limit = extendedLimitMinutes(times)
  const untimed = extendedClose(times) === null ? '答完后请及时交卷。' : '请在考试关闭前交卷。'
  const terms = [
    limit === 0 ? `本场考试不限时长，${untimed}` : `答题时长 ${limit} 分钟，自进入考试起计时；中途离开或断网不停表。`,
    '答案随作答自动保存，显示“已保存”即已送达服务器；断网时答案保存在本机，恢复后自动补传。',
    '时间到后系统自动交卷，以截止前已送达的最后答案为准。',
    '同一时间只能在一个窗口、一台设备上作答；更换设备须确认接管，并会留下记录。',
  ]
  if (isSimulation(settings)) terms.unshift('本场为模拟考试，成绩不计入正式成绩。')
  if (lateEntryMinutes !== null) terms.push(`开考 ${lateEntryMinutes} 分钟后不能再进入考试。`)
  if (forceCommitTime > 0) terms.push(`开始答题 ${forceCommitTime} 分钟后才能交卷。`)
  if (!settings.permitSkipBack) terms.push('进入下一题后不能返回已答过的试题。')
  if (!settings.permitSkipSubmit) terms.push('须答完全部试题才能主动交卷。')
  if (isFullScreen) terms.push('考试须全屏进行，退出全屏会被记录。')
  if (absenceLimit > 0) terms.push(`离开考试窗口超过 ${absenceLimit} 次，系统将自动交卷。`)
  if (absenceSeconds > 0)
    terms.push(`${switchScreenSecondsSum ? '累计' : '单次'}离开考试窗口超过 ${absenceSeconds} 秒，系统将自动交卷。`)
  if (!settings.permitCopyPaste) terms.push('考试中不能复制、粘贴试题与答案。')
  if (comfort.breakCount) terms.push(`您可休息 ${comfort.breakCount} 次，共 ${comfort.breakMinutes ?? 0} 分钟，休息时停止计时。`)
  const asked = new Set(capture.map(({ kind }) => kind))
  terms.push(...captureTermsOf(settings, row.recordingDays, asked))
  return terms
}
