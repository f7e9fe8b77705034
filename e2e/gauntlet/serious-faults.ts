import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/**
 * What keeps people from using the page as it stands. Looked for in the page itself, where no frame has another origin, and without a description
 * of all that is right: a third of the work.
 */
export async function seriousFaults(page: Page, without: readonly string[] = []): Promise<string[]> {
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], reporter: 'no-passes', selectors: false, rules })
    .analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
}
