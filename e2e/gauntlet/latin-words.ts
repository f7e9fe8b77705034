import type { Page } from 'playwright-core'

/** Names of things that have no other: formats, protocols, makers' words, what a browser is called. */
const known =
  /\b(IP|URL|ID|API|PDF|JavaScript|xlsx?|csv|png|jpe?g|gif|zip|mp4|srt|vtt|SCORM|H5P|UTF-8|GB18030|AppKey|AppSecret|AgentId|CorpId|Chrome|Edge|Safari|Linux|Mbit)\b/g
const addresses = /\S+@\S+/g

/**
 * Words in Latin letters that a person reads or a screen reader says, besides `known` ones: the UI library's own English, mostly. Cells of
 * tables, nodes of trees and questions hold what people typed and are looked at only for the names of their controls.
 */
export async function latinWords(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const isHidden = (element: Element) => element.closest('[aria-hidden="true"], script, style, noscript') !== null
    const isData = (element: Element) => element.closest('tbody, [role="tree"], .rich, .practice-options') !== null
    const found = new Set<string>()
    for (const element of document.querySelectorAll('*')) {
      if (isHidden(element)) continue
      const attributes = isData(element) ? ['aria-label'] : ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription']
      for (const name of attributes) found.add(element.getAttribute(name) ?? '')
      if (isData(element)) continue
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.add(node.textContent ?? '')
    }
    return [...found]
  })
  return texts.filter((text) => /[A-Za-z]{2,}/.test(text.replace(addresses, '').replace(known, '')))
}
