import { createStore } from '../client/store.ts'

const key = 'kaopei.wayBack'

/** From where people are led elsewhere in the middle of something: a project leads to a course, a course to an exam, an assessment to its parts. Outermost first. */
const sections = [
  { path: '/training', text: '返回培训' },
  { path: '/learn', text: '返回课程' },
  { path: '/post-assessment', text: '返回岗位测评' },
] as const
type Section = (typeof sections)[number]['path']

const depthOf = (path: string) => sections.findIndex((section) => path.startsWith(`${section.path}/`) || path === section.path)

/** Places that somebody is away from, paths of this client, the nearest last. They outlive a reload of the tab. */
let ways = kept()
/** The nearest. */
export const wayBack = createStore<string | undefined>(ways.at(-1))

/** What the button is called that leads back there from `path`; undefined: one is there already. */
export function wayBackText(back: string, path: string): string | undefined {
  const section = sections[depthOf(back)]
  return section && depthOf(path) !== depthOf(back) ? section.text : undefined
}

export function rememberWayBack(path: string): void {
  keep([...ways.filter((one) => depthOf(one) < depthOf(path)), path])
}

/** Whoever is in a section is no longer on the way back to it, nor to what it led to. */
export function forgetWayBack(section: Section): void {
  keep(ways.filter((one) => depthOf(one) < depthOf(section)))
}

function keep(next: readonly string[]): void {
  ways = next
  wayBack.set(next.at(-1))
  try {
    if (next.length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, next.join(' '))
  } catch {
    // then it lasts as long as the page
  }
}

function kept(): readonly string[] {
  try {
    return (sessionStorage.getItem(key) ?? '')
      .split(' ')
      .filter((path) => /^\/(learn|training|post-assessment)\/[\w/-]+$/.test(path))
  } catch {
    return []
  }
}
