/**
 * English nouns whose plural no ending tells, as `singular plural`; as gobuffalo/flect knows them, which kubebuilder and
 * controller-gen ask (its dictionary, without its misspellings).
 */
export const IRREGULAR: ReadonlyMap<string, string> = pairs(`
  beef beef, blues blues, child children, foot feet, goose geese, man men, human humans, mouse mice, tooth teeth,
  woman women, person people, adieu adieux, fabliau fabliaux, bureau bureaus, criterion criteria, ganglion ganglia,
  lexicon lexica, mitochondrion mitochondria, noumenon noumena, phenomenon phenomena, taxon taxa, media media,
  medium media, stadium stadiums, aquarium aquaria, auditorium auditoria, symposium symposia, curriculum curriculums,
  quota quotas, alumnus alumni, bacillus bacilli, cactus cacti, coccus cocci, focus foci, locus loci, nucleus nuclei,
  octopus octopuses, radius radii, syllabus syllabi, corpus corpora, genus genera, alumna alumnae, vertebra vertebrae,
  differentia differentiae, minutia minutiae, vita vitae, larva larvae, postcava postcavae, praecava praecavae, uva uvae,
  apex apices, codex codices, index indices, latex latices, vertex vertices, vortex vortices, appendix appendices,
  radix radices, helix helices, crisis crises, ellipsis ellipses, genesis geneses, oasis oases, thesis theses,
  testis testes, base bases, basis bases, vedalia vedalias, abuse abuses, cause causes, clause clauses, cruse cruses,
  excuse excuses, fuse fuses, house houses, misuse misuses, muse muses, pause pauses, ache aches, topaz topazes,
  buffalo buffaloes, potato potatoes, tomato tomatoes, dwarf dwarfs, hoof hoofs, thief thieves, chive chives, hive hives,
  move moves, movie movies, cookie cookies, pretorium pretoriums, agenda agendas, formula formulas, shoe shoes,
  ${same('aircraft bison chassis deer fish moose police salmon series sheep shrimp species swine trout tuna you')},
  ${same('equipment information jeans money news rice graffiti')}
`);

/** Those that count only as whole words, because longer ones end in them by chance. */
export const IRREGULAR_WHOLE: ReadonlyMap<string, string> = pairs(
  'ox oxen, louse lice, die dice, axis axes, alias aliases, use uses, toe toes',
);

/** Endings of singular and plural, the first that fits counts; of flect's list of suffixes, in its order. */
export const ENDINGS: ReadonlyMap<string, string> = pairs(`
  tive tives, eaf eaves, oaf oaves, afe aves, arf arves, rfe rves, rf rves, lf lves, fe ves,
  ay ays, ey eys, oy oys, quy quies, uy uys, y ies, eau eaux,
  bula bulae, dula dulae, lula lulae, nula nulae, vula vulae, hedron hedra,
  ium ia, seum seums, eum ea, oum oa, stracum straca, dum da, elum ela, ilum ila, olum ola, ulum ula, llum lla, ylum yla,
  imum ima, ernum erna, gnum gna, brum bra, crum cra, terum tera, serum sera, trum tra, antum anta, atum ata, entum enta,
  etum eta, itum ita, otum ota, utum uta, ctum cta, ovum ova, trix trices,
  iasis iases, mesis meses, kinesis kineses, resis reses, gnosis gnoses, opsis opses, ysis yses,
  ouse ouses, lause lauses, us uses, ch ches, io ios, sh shes, ss sses, ez ezzes, iz izzes, tz tzes, zz zzes,
  ano anos, lo los, to tos, oo oos, o oes, x xes
`);

function pairs(text: string): Map<string, string> {
  return new Map(text.split(',').map((pair) => pair.trim().split(' ') as [string, string]));
}

function same(words: string): string {
  return words
    .split(' ')
    .map((word) => `${word} ${word}`)
    .join(', ');
}
