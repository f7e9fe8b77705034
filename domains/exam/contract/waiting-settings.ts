/**
 * Settings whose room is not there yet. What nothing obeys is never stored in silence: they cannot be turned on, and an exam that has one on from
 * earlier is not published before its author turns it off.
 */
import { examSettingTexts } from './exam-setting-labels.ts'
import type { ExamSettings } from './exam-settings.ts'

export const waitingSettings = [
  'permitFaceRecord',
  'permitSecondView',
  'permitScreenRecord',
] as const satisfies readonly (keyof ExamSettings)[]
export type WaitingSetting = (typeof waitingSettings)[number]

export const waitingReason = '监考录像功能尚未开放'

type Flags = Pick<ExamSettings, WaitingSetting>

/** Those that are on, by the names that people know. */
export function waitingOn(settings: Flags): string[] {
  return waitingSettings.filter((name) => settings[name]).map((name) => examSettingTexts[name].label)
}

/** Those that a change turns on. */
export function newlyWaiting(before: Flags | undefined, after: Flags): string[] {
  return waitingSettings.filter((name) => after[name] && !before?.[name]).map((name) => examSettingTexts[name].label)
}
