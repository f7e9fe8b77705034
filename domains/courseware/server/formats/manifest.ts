/** imsmanifest.xml of SCORM 1.2 and 2004: which parts there are, in which order, and what each is told. */
import type { PackagePart } from '../conversion/made.ts'
import { childNamed, childrenNamed, type Element, parseXml, WrongXml } from './xml-tree.ts'

export interface Manifest {
  readonly standard: '1.2' | '2004'
  readonly title: string
  readonly parts: readonly PackagePart[]
}

const mostParts = 1000

export type ManifestProblem = 'broken' | 'noParts' | 'elsewhere' | 'tooManyParts'

/** Answers what is wrong with it as a word. Paths are those of the package, from its root. */
export function readManifest(bytes: Buffer): Manifest | ManifestProblem {
  const text = textOf(bytes)
  const root = text === undefined ? undefined : treeOf(text)
  if (text === undefined || root?.name !== 'manifest') return 'broken'
  const organizations = childNamed(root, 'organizations')
  const chosen = childrenNamed(organizations, 'organization')
  const organization = chosen.find(({ attributes }) => attributes.identifier === organizations?.attributes.default) ?? chosen[0]
  const resources = resourcesOf(root)
  const named = organization ? partsBelow(organization, resources) : []
  const parts = named.length > 0 ? named : scosOf(resources)
  if (parts.some(({ href }) => /^[a-z][a-z0-9+.-]*:|^\/\//i.test(href))) return 'elsewhere'
  if (parts.length === 0) return 'noParts'
  if (parts.length > mostParts) return 'tooManyParts'
  const title = wordsOf(childNamed(organization, 'title')) || parts[0]?.title || ''
  return { standard: standardOf(root, text), title: shortened(title, 200), parts }
}

interface Resource {
  readonly identifier: string
  readonly href: string
  readonly isSco: boolean
  readonly isAsset: boolean
}

function resourcesOf(root: Element): Map<string, Resource> {
  const container = childNamed(root, 'resources')
  const base = `${root.attributes.base ?? ''}${container?.attributes.base ?? ''}`
  return new Map(
    childrenNamed(container, 'resource').map(({ attributes }) => {
      const { identifier = '', href = '', base: own = '' } = attributes
      const type = (attributes.scormtype ?? attributes.scormType ?? '').toLowerCase()
      const isElsewhere = /^[a-z][a-z0-9+.-]*:/i.test(href)
      return [
        identifier,
        {
          identifier,
          href: href === '' || isElsewhere ? href : `${base}${own}${href}`,
          isSco: type === 'sco',
          isAsset: type === 'asset',
        },
      ]
    }),
  )
}

/** Items that open something, as they follow one another. */
function partsBelow(element: Element, resources: ReadonlyMap<string, Resource>): PackagePart[] {
  return childrenNamed(element, 'item').flatMap((item) => {
    const resource = resources.get(item.attributes.identifierref ?? '')
    const own = resource && resource.href !== '' ? [partOf(item, resource)] : []
    return [...own, ...partsBelow(item, resources)]
  })
}

function partOf(item: Element, { identifier, href, isAsset }: Resource): PackagePart {
  const parameters = (item.attributes.parameters ?? '').trim()
  const launchData = wordsOf(childNamed(item, 'datafromlms') ?? childNamed(item, 'dataFromLMS'))
  return {
    identifier: shortened(item.attributes.identifier ?? identifier, 500),
    title: shortened(wordsOf(childNamed(item, 'title')) || identifier, 200),
    href: withParameters(href, parameters),
    masteryScore: masteryOf(item),
    isAsset,
    launchData: shortened(launchData, 4000),
    runTime: runTimeOf(item),
  }
}

/** Hundredths of a scaled score in 2004 (`minNormalizedMeasure`), 0 to 100 in 1.2: the same number. */
function masteryOf(item: Element): number | null {
  const old = Number.parseFloat(wordsOf(childNamed(item, 'masteryscore')))
  if (old >= 0 && old <= 100) return Math.round(old)
  const objective = childNamed(item, 'sequencing', 'objectives', 'primaryObjective')
  const scaled = Number.parseFloat(wordsOf(childNamed(objective, 'minNormalizedMeasure')))
  return objective?.attributes.satisfiedByMeasure === 'true' && scaled >= 0 && scaled <= 1 ? Math.round(scaled * 100) : null
}

function runTimeOf(item: Element): Record<string, string> {
  const named: readonly (readonly [string, Element | undefined])[] = [
    ['maxTimeAllowed', childNamed(item, 'maxtimeallowed')],
    ['timeLimitAction', childNamed(item, 'timelimitaction') ?? childNamed(item, 'timeLimitAction')],
    ['completionThreshold', childNamed(item, 'completionThreshold')],
  ]
  return Object.fromEntries(
    named.flatMap(([key, element]) => {
      const value = wordsOf(element) || element?.attributes.minProgressMeasure || ''
      return value === '' ? [] : [[key, shortened(value, 100)]]
    }),
  )
}

/** Without an organization: what says of itself that it can be worked through. */
function scosOf(resources: ReadonlyMap<string, Resource>): PackagePart[] {
  return [...resources.values()]
    .filter(({ isSco, href }) => isSco && href !== '')
    .map(({ identifier, href }) => ({
      identifier,
      title: identifier,
      href,
      masteryScore: null,
      isAsset: false,
      launchData: '',
      runTime: {},
    }))
}

function standardOf(root: Element, text: string): '1.2' | '2004' {
  const version = wordsOf(childNamed(root, 'metadata', 'schemaversion')).toLowerCase()
  if (version === '1.2' || version === '1.1') return '1.2'
  if (version.includes('2004') || version.includes('cam')) return '2004'
  return text.includes('adlcp_v1p3') ? '2004' : '1.2'
}

/** As the standard says: `?a=b` and `#part` are put behind, with what is there already. */
function withParameters(href: string, parameters: string): string {
  if (parameters === '') return href
  if (parameters.startsWith('#')) return `${href}${parameters}`
  const plain = parameters.replace(/^[?&]+/, '')
  return plain === '' ? href : `${href}${href.includes('?') ? '&' : '?'}${plain}`
}

/** Rare characters are two units long; half of one is nothing that can be kept. */
function shortened(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}

function wordsOf(element: Element | undefined): string {
  return element?.text.replaceAll(/\s+/g, ' ').trim() ?? ''
}

function treeOf(text: string): Element | undefined {
  try {
    return parseXml(text)
  } catch (error) {
    if (error instanceof WrongXml) return undefined
    throw error
  }
}

/** In the encoding that it names, or that its first bytes are. */
function textOf(bytes: Buffer): string | undefined {
  const [, named] = /^[^>]*encoding=["']([\w-]+)["']/.exec(bytes.toString('latin1', 0, 200)) ?? []
  const isWide = bytes[0] === 0xff || bytes[0] === 0xfe || bytes[0] === 0 || bytes[1] === 0
  const encoding = isWide ? (bytes[0] === 0xfe || bytes[0] === 0 ? 'utf-16be' : 'utf-16le') : (named ?? 'utf-8')
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes).replace(/^\uFEFF/, '')
  } catch {
    return undefined
  }
}
