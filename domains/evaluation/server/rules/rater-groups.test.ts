import { expect, test } from 'vitest'
import { raterRole } from '../../contract/codes.ts'
import { shownGroups } from './rater-groups.ts'

const { self, superior, peer, report } = raterRole
const raters = (superiors: number, peers: number, reports: number, selves = 1) => [
  ...Array.from({ length: selves }, () => self),
  ...Array.from({ length: superiors }, () => superior),
  ...Array.from({ length: peers }, () => peer),
  ...Array.from({ length: reports }, () => report),
]

test.each([
  { given: [1, 3, 3], shown: [peer, report], total: 6 },
  { given: [3, 3, 3], shown: [superior, peer, report], total: 9 },
  { given: [1, 4, 0], shown: [peer], total: 4 },
  { given: [2, 2, 2], shown: [], total: 0 },
  { given: [0, 2, 5], shown: [report], total: 5 },
])('superiors, peers, reports $given: total of $total', ({ given: [a = 0, b = 0, c = 0], shown, total }) => {
  const { groups, totalCount } = shownGroups(raters(a, b, c))
  expect(groups.filter(({ isShown }) => isShown).map(({ role }) => role)).toEqual(shown)
  expect(totalCount).toBe(total)
})

test('whoever is in a small group is in no figure: with them or without, every figure stays the same', () => {
  for (let small = 0; small < 3; small++)
    for (let peers = 0; peers < 6; peers++)
      for (let reports = 0; reports < 6; reports++) {
        const { totalCount, groups } = shownGroups(raters(small, peers, reports))
        expect(totalCount).toBe(shownGroups(raters(0, peers, reports)).totalCount)
        // No difference between the total and shown groups is a small group.
        const shown = groups.filter(({ isShown }) => isShown).reduce((sum, { submittedCount }) => sum + submittedCount, 0)
        expect(totalCount - shown).toBe(0)
      }
})

test('self is in no total', () => {
  expect(shownGroups(raters(0, 3, 0, 1)).totalCount).toBe(3)
  expect(shownGroups(raters(0, 0, 0, 1)).totalCount).toBe(0)
})
