import { expect, test } from 'vitest'
import { coursewareType } from './codes.ts'
import { needsOtherFile } from './conversion.ts'

test('what lies in the file itself is not tried again; what the server lacks or broke off may be', () => {
  const { video, package: scorm } = coursewareType
  for (const failure of ['encrypted', 'noTrack', 'tooLong', 'notAllowed'])
    expect(needsOtherFile(video, failure), failure).toBe(true)
  for (const failure of ['toolMissing', 'fontMissing', 'noSpace', 'noMemory', 'timedOut', 'cancelled', 'interrupted', null])
    expect(needsOtherFile(video, failure), String(failure)).toBe(false)
  // Another version of a program may read it; packages are read by none.
  expect([needsOtherFile(video, 'unreadable'), needsOtherFile(scorm, 'unreadable')]).toEqual([false, true])
})
