/**
 * Questions of an anonymous questionnaire whose number of people would tell what is hidden of an earlier one: "asked of whoever chose b" is the count of b, and
 * with the other options those who chose c are what is left.
 */
import type { Definition, Element } from '../../contract/definition.ts'
import { fewest } from '../../contract/results.ts'
import { comparisonsIn } from '../../contract/rules/condition-faults.ts'
import { countSlot, type Mask } from './counting.ts'
import { hideParts } from './hiding.ts'
import { hasKey, type Layout, type Sheets, type Slot, unanswered, unseen } from './packing.ts'
import { ToldGroups } from './told-groups.ts'

interface Counted {
  readonly layout: Layout
  readonly sheets: Sheets
  readonly mask: Mask
}

export function toldByBranches(definition: Definition, counted: Counted): ReadonlySet<string> {
  const told = new Set<string>()
  for (const [question, dependents] of dependentsOf(definition)) {
    const slot = counted.layout.slots.find(({ element, row }) => element === question && row === undefined)
    let groups = ToldGroups.of([counted.mask, ...(slot ? shownCells(slot, counted) : [])], counted.sheets.count)
    for (const element of dependents)
      for (const set of setsOf(element, counted)) {
        const withIt = groups.with(set)
        if (withIt.tellFewerThan(fewest)) told.add(element)
        else groups = withIt
      }
  }
  return told
}

/** Whether any question is asked by the answer of another. */
export const hasBranches = (definition: Definition): boolean => dependentsOf(definition).size > 0

/** By question: which later ones are asked by its answer. */
function dependentsOf({ pages }: Definition): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const jumps: string[] = []
  const questionsIn = ({ showIf }: Pick<Element, 'showIf'>) => (showIf ? asksOf(showIf) : [])
  for (const page of pages) {
    for (const element of page.elements)
      for (const question of [...jumps, ...questionsIn(page), ...questionsIn(element)])
        found.set(question, (found.get(question) ?? new Set()).add(element.id))
    jumps.push(...page.jumps.flatMap(({ when }) => asksOf(when)))
  }
  return found
}

const asksOf = (condition: Parameters<typeof comparisonsIn>[0]): string[] =>
  comparisonsIn(condition).flatMap((comparison) => ('question' in comparison ? [comparison.question] : []))

function shownCells(slot: Slot, { sheets, mask }: Counted): Mask[] {
  if (slot.form !== 'one') return []
  const { answered, counts } = countSlot(sheets, slot, mask)
  const total = mask ? mask.reduce((sum, one) => sum + one, 0) : sheets.count
  return hideParts([...counts, total - answered])
    .slice(0, counts.length)
    .flatMap((count, place) =>
      count === null ? [] : [maskBy({ sheets, mask }, (from) => hasKey(sheets.bytes, from, slot, place))],
    )
}

/** Whoever saw it and whoever answered it. */
function setsOf(element: string, { layout, sheets, mask }: Counted): Mask[] {
  const slot = layout.slots.find((one) => one.element === element)
  if (!slot) return []
  return [unseen, unanswered].map((below) => maskBy({ sheets, mask }, (from) => (sheets.bytes[from + slot.at] ?? unseen) > below))
}

function maskBy({ sheets, mask }: Omit<Counted, 'layout'>, isIn: (from: number) => boolean): Mask {
  const found = new Uint8Array(sheets.count)
  for (let sheet = 0, from = 0; sheet < sheets.count; sheet++, from += sheets.width)
    if (mask?.[sheet] !== 0 && isIn(from)) found[sheet] = 1
  return found
}
