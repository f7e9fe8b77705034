import { expect, test } from 'vitest'
import { givenPolicy } from '../../contract/candidate-policy.ts'
import { captureKind } from '../../contract/capture-consent.ts'
import { defaultExamSettings } from '../../contract/exam-settings.ts'
import { effectivePolicy } from './candidate-policy.ts'

const settings = {
  ...defaultExamSettings,
  permitScreenPhoto: true,
  permitCamera: true,
  permitFullScreen: true,
  switchScreenNumberLimit: 3,
  switchScreenSeconds: 30,
}
const times = {
  openAt: null,
  closeAt: new Date('2026-11-20T10:00:00Z'),
  limitMinutes: 60,
  attemptsAllowed: 1,
  extraPercent: 25,
  extraMinutes: 5,
  hasOwnClose: false,
}

test.each([
  ['nothing is arranged', null, { capture: 2, absenceLimit: 3, isFullScreen: true, comfort: {} }],
  ['no camera', { isWithoutCamera: true }, { capture: 1, absenceLimit: 3, isFullScreen: true, comfort: {} }],
  [
    'a screen reader',
    { isScreenReader: true },
    { capture: 2, absenceLimit: 0, isFullScreen: false, comfort: { isScreenReader: true } },
  ],
  [
    'large text, a timer at some minutes, breaks',
    { fontPercent: 150, timerMinutes: [5, 30], breakCount: 2, breakMinutes: 20 },
    {
      capture: 2,
      absenceLimit: 3,
      isFullScreen: true,
      comfort: { fontPercent: 150, timerMinutes: [30, 5], breakCount: 2, breakMinutes: 20 },
    },
  ],
])('%s', (_, own, expected) => {
  const found = effectivePolicy(settings, times, own && givenPolicy.parse(own))
  const { absenceLimit, isFullScreen, comfort } = found.rules
  expect({ capture: found.capture.length, absenceLimit, isFullScreen, comfort }).toEqual(expected)
  // Extra time is of the times: 60 and a quarter, and five minutes.
  expect(found.terms).toEqual({ closeAt: new Date('2026-11-20T10:20:00Z'), limitMinutes: 80 })
  if (found.capture.length === 1) expect(found.capture[0]?.kind).toBe(captureKind.screen)
})
