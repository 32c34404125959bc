import type { Search } from '../port/search.ts';
import { countDocumentTerms, countTerms, matchPassages, openScope } from './match-passages.ts';
import { conditionsOf } from './search-conditions.ts';
import type { Queries } from './sql.ts';
import { vocabularyOf } from './words.ts';

export function searchOn(queries: Queries, accountId: string): Search {
  return {
    async open(containers) {
      const scope = await openScope(queries, accountId, containers);
      return {
        isEmpty: scope.containers.length === 0,
        vocabulary: vocabularyOf(queries, accountId, scope.containers),
        match: (query) => matchPassages(scope, query),
        async narrowedTo(parts) {
          const conditions = await conditionsOf(scope, parts);
          return { match: (query) => matchPassages(scope, { ...query, conditions }) };
        },
        countTerms: (terms) => countTerms(scope, terms),
        countDocumentTerms: (materials, terms) => countDocumentTerms(scope, materials, terms),
      };
    },
  };
}
