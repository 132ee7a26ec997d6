import { listed } from './listed.js';

/** Given names, all made up. */
export const givenNames = listed(`
  Adelo, Aniva, Aruno, Belisa, Brenik, Calvo, Cirena, Dalmira, Davo, Delphin, Edruna, Elvar,
  Emiko-Lu, Fenja, Florin, Gavril, Gisela-Mo, Halvin, Idriva, Ilko, Isolde, Jarmo, Jolenta, Kaelo,
  Kirsika, Lavinio, Léonie, Lumira, Maelo, Mirtha, Nadiro, Nevena, Orlin, Öykü, Palvia, Quinlo,
  Ravena, Rúna, Sabeno, Selwin, Søla, Tamiro, Tilda-Ro, Ulvar, Venka, Wilmo, Yarisa, Zoë`);

/** Family names, all made up. */
export const familyNames = listed(`
  Abendrath, Alvenor, Ambrelin, Bertavel, Birkholme, Calderwyn, Castrelo, Dorvane, Duskwell,
  Elmhurster, Estravan, Fairlodge, Fenwicker, Galanthy, Grauwald, Hallowind, Hartsmere, Ilvesson,
  Jankovar, Kestrelin, Kobayaro, Larkspurre, Lindqvast, Marrowby, Mbeleko, Müllerin, Nakatora,
  Norrington-Vey, O’Dallan, Okonvale, Pellerine, Pinegrove, Quillander, Rivendahl, Rosenquill,
  Sandoveri, Silberbach, Söderlind, Tamsworth, Thornaby, Ulmstead, Valdecoro, Vintersol, Wexcombe,
  Wolkenstett, Yarrowick, Zamoreno, Zielinar`);

/** What people say of themselves. */
export const bios = [
  'Likes maps, tea and long walks.',
  'Collects questions that have no easy answer.',
  'Building things out of cardboard since 2009.',
  'Usually found near the whiteboard.',
  'Ask me about sourdough & star charts.',
] as const;

/** Names of organizations of each type. */
export const organizationNames = {
  school: ['Northbrook School', 'Willowmere Academy', 'Hillside Upper School', 'Saltmarsh College'],
  classroom: ['Room 12', 'The Maple Class', 'Science with Ms K', 'Studio B'],
  team: ['Lanternworks', 'Blue Harbour Studio', 'Fieldnote Collective', 'Paper & Pine'],
} as const;
